package dev.cairn.extension;

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

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowException;
import dev.cairn.api.WorkflowFunction;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;

/** Secrets reach what is called, and nothing that is stored. */
class SecretsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String TOKEN = "s3cr3t token/1";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addClasses(Mirror.class, Functions.class)
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: mirror, version: 1.0.0}
                    use:
                      secrets: [login, token]
                      authentications:
                        login: {basic: {use: login}}
                    do:
                      - basic:
                          call: http
                          with:
                            method: get
                            endpoint:
                              uri: "${ .base + \\"mirror\\" }"
                              authentication: {use: login}
                          output: {as: "{base: $input.base, seen: [.]}"}
                      - bearer:
                          call: http
                          with:
                            method: get
                            endpoint:
                              uri: "${ .base + \\"mirror\\" }"
                              authentication: {bearer: {token: "${ $secrets.token }"}}
                            query: {key: "${ $secrets.token }"}
                            headers: {X-Key: "${ \\"key \\" + $secrets.token }"}
                            output: response
                          output: {as: "{base: $input.base, seen: ($input.seen + [.])}"}
                      - method:
                          call: repeated
                          with: {text: "${ $secrets.token }"}
                          output: {as: "$input.seen + [.]"}
                    """), "workflows/mirror.yaml")
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: quoting, version: 1.0.0}
                    use: {secrets: [token]}
                    do:
                      - method:
                          call: failing
                          with: {text: "${ $secrets.token }"}
                    """), "workflows/quoting.yaml"))
            // Without a credentials provider nothing is refreshed, so it means nothing.
            .overrideConfigKey("quarkus.cairn.credentials-refresh", "0S")
            .overrideConfigKey("quarkus.cairn.secret.login.fields.username", "milou")
            .overrideConfigKey("quarkus.cairn.secret.login.fields.password", "bone:1")
            .overrideConfigKey("quarkus.cairn.secret.token.value", TOKEN);

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
