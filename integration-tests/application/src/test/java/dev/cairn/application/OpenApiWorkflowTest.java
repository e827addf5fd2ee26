package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/**
 * OpenAPI calls of an application whose documents have URLs: the build takes the copies that are among its resources, and reaches no
 * network. A crash between request and journal is a matter of HTTP calls, which these are.
 */
@QuarkusTest
class OpenApiWorkflowTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @TestHTTPResource("/")
    URI base;

    /** Answers with the request that it got. */
    @Path("/store-api/articles/{id}")
    public static class StoreResource {

        @GET
        public Map<String, Object> find(@Context UriInfo uri, @Context HttpHeaders headers) {
            return Map.of("path", uri.getRequestUri().getRawPath(), "query", uri.getRequestUri().getRawQuery(),
                    "tenant", headers.getHeaderString("X-Tenant"), "cookie", headers.getHeaderString("Cookie"),
                    "accept", headers.getHeaderString("Accept"));
        }

        @PUT
        @Consumes("application/x-www-form-urlencoded")
        public Map<String, Object> change(@Context UriInfo uri, String form) {
            return Map.of("query", uri.getRequestUri().getRawQuery(), "form", form);
        }
    }

    @Test
    void encodesTheParametersOfTheDocument() {
        JsonNode output = cairn
                .start("store-call", Map.of("base", base.toString(), "id", "a/b c", "fields", List.of("sku", "p q"),
                        "region", "eu;x", "name", "Jam & co"))
                .chain(instance -> instance.result()).await().atMost(LIMIT);

        JsonNode found = output.path("found");
        assertThat(found.path("path").textValue()).isEqualTo("/store-api/articles/a%2Fb%20c");
        assertThat(found.path("query").textValue()).isEqualTo("fields=sku,p%20q&api-key=***");
        assertThat(found.path("tenant").textValue()).isEqualTo("acme");
        assertThat(found.path("cookie").textValue()).isEqualTo("region=eu%3Bx");
        assertThat(found.path("accept").textValue()).isEqualTo("application/json");
        assertThat(output.path("uri").textValue()).endsWith("api-key=***");
        assertThat(output.path("changed").path("query").textValue()).isEqualTo("api-key=***");
        assertThat(output.path("changed").path("form").textValue()).isEqualTo("name=Jam%20%26%20co&tags=a%26b&tags=c");
        assertThat(output.path("loud").textValue()).isEqualTo("JAM & CO");
    }

    @Test
    void failsWithoutARequestForAParameterThatIsMissing() {
        assertThatThrownBy(() -> cairn.start("store-call", Map.of("base", base.toString(), "name", "x"))
                .chain(instance -> instance.result()).await().atMost(LIMIT))
                .isInstanceOfSatisfying(WorkflowException.class, failure -> {
                    assertThat(failure.error().type()).endsWith("/expression");
                    // The arguments read a secret, so that their fault is not quoted.
                    assertThat(failure.error().detail()).contains("The arguments of the task find");
                });
    }
}
