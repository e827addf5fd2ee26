package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowException;
import dev.cairn.api.WorkflowFunction;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** Secrets reach what is called, and nothing that is stored. */
@QuarkusTest
class SecretsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Equals quarkus.cairn.secret.token.value in application.properties. */
    private static final String TOKEN = "s3cr3t token/1";

    @Inject
    CairnClient cairn;

    @TestHTTPResource
    String base;

    @Path("/mirror")
    public static class Mirror {
        static final Set<String> seen = ConcurrentHashMap.newKeySet();

        @GET
        public Map<String, String> show(@HeaderParam("Authorization") String authorization, @HeaderParam("X-Key") String header,
                @QueryParam("key") String query) {
            seen.add(authorization);
            return Map.of("authorization", authorization, "header", "" + header, "query", "" + query);
        }
    }

    @ApplicationScoped
    static class Functions {
        static volatile String seen;

        @WorkflowFunction
        String repeated(String text) {
            seen = text;
            return text + "!" + text;
        }

        @WorkflowFunction
        String failing(String text) {
            throw new IllegalStateException("Nobody knows " + text);
        }
    }

    @Test
    void areGivenToWhatIsCalledAndConcealedInItsAnswer() {
        JsonNode seen = cairn.start("mirror", Map.of("base", base)).chain(instance -> instance.result()).await().atMost(LIMIT);

        assertThat(Mirror.seen).contains("Basic bWlsb3U6Ym9uZTox");
        assertThat(seen.get(0).path("authorization").textValue()).as("base64 of milou:bone:1").isEqualTo("Basic ***");
        JsonNode content = seen.get(1).path("content");
        assertThat(content.path("authorization").textValue()).isEqualTo("Bearer ***");
        assertThat(content.path("header").textValue()).isEqualTo("key ***");
        assertThat(content.path("query").textValue()).isEqualTo("***");
        JsonNode request = seen.get(1).path("request");
        assertThat(request.path("uri").textValue()).endsWith("/mirror?key=***");
        assertThat(request.path("headers").path("x-key").textValue()).isEqualTo("key ***");
        assertThat(request.path("headers").has("authorization")).isFalse();
        assertThat(seen.get(2).textValue()).isEqualTo("***!***");
        assertThat(Functions.seen).isEqualTo(TOKEN);
    }

    @Test
    void areConcealedInErrors() {
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> cairn.start("quoting", Map.of()).chain(instance -> instance.result()).await().atMost(LIMIT))
                .satisfies(
                        failure -> assertThat(failure.error().detail()).isEqualTo("IllegalStateException: Nobody knows ***"));
    }
}
