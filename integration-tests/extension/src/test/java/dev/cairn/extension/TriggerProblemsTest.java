package dev.cairn.extension;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import dev.cairn.value.JsonCodec;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;

/** Requests that Quarkus refuses at the path of a trigger are answered with problem details, those elsewhere as Quarkus does. */
class TriggerProblemsTest {

    private static final String UDO = "Basic dWRvOnU=";
    private static final String WRONG_PASSWORD = "Basic dWRvOng=";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(ForClerks.class, Echo.class, OwnResource.class))
            .overrideConfigKey("quarkus.http.root-path", "/shop")
            .overrideConfigKey("quarkus.rest.path", "/api")
            .overrideConfigKey("quarkus.http.auth.basic", "true")
            .overrideConfigKey("quarkus.http.auth.permission.nobody.paths", "/shop/api/echo/denied")
            .overrideConfigKey("quarkus.http.auth.permission.nobody.policy", "deny")
            .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
            .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true")
            .overrideConfigKey("quarkus.security.users.embedded.users.udo", "u")
            .overrideConfigKey("quarkus.security.users.embedded.roles.udo", "user");

    @TestHTTPResource("/api/")
    URI base;

    @Workflow(name = "for-clerks")
    @HttpTrigger(path = "/clerks")
    @RolesAllowed("clerk")
    static class ForClerks {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "echo")
    @HttpTrigger(path = "/echo")
    static class Echo {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Path("/echo")
    static class OwnResource {
        @GET
        @Path("own")
        public String fail() {
            throw new WebApplicationException(404);
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
            "GET, echo, -, 405", "DELETE, echo/, -, 405", "PUT, clerks, -, 405", "POST, echo, text/xml, 406",
            "POST, echo/none, -, 404", "GET, clerks/a/b, -, 404",
            "POST, cairn/instances/abc, -, 405", "GET, cairn/instances/abc, text/xml, 406", "GET, cairn/instances, -, 404",
            "GET, cairn/instances/abc/d, -, 404", "POST, clerks, -, 401" })
    void whatQuarkusRefusesIsDescribed(String method, String path, String accept, int status) throws Exception {
        described(accept == null ? send(method, path) : send(method, path, "Accept", accept), status);
    }

    @Test
    void whoMayNotIsTold() throws Exception {
        described(send("POST", "clerks", "Authorization", UDO), 403);
        described(send("POST", "echo/denied", "Authorization", UDO), 403);
        HttpResponse<String> challenge = send("POST", "echo", "Authorization", WRONG_PASSWORD);
        described(challenge, 401);
        assertThat(challenge.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(send("POST", "clerks").headers().firstValue("WWW-Authenticate")).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "GET | echo | OPTIONS, POST", "OPTIONS | echo | OPTIONS, POST",
            "HEAD | clerks | OPTIONS, POST",
            "POST | cairn/instances/abc | GET, HEAD, OPTIONS", "OPTIONS | cairn/instances/abc | GET, HEAD, OPTIONS" })
    void theMethodsThereAreAreListed(String method, String path, String allowed) throws Exception {
        assertThat(send(method, path).headers().allValues("Allow")).containsExactly(allowed);
    }

    @ParameterizedTest
    @CsvSource({ "GET, echo/own, 404", "POST, echo/own, 405", "GET, none, 404" })
    void answersOfTheApplicationStayAsTheyAre(String method, String path, int status) throws Exception {
        HttpResponse<String> response = send(method, path);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).doesNotContain("about:blank");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"a\": {\"b\": 1, \"b\": 2}} | /a/b", "[{}, {\"x/y\": 1, \"x/y\": 1}] | /1/x~1y", "{\"\": 1, \"\": 2} | /",
            "{\"n\": [1, 1e999999999]} | /n/1", "-1e999 | ''", "{\"\\ud83d\": 1, \"\\ud83d\": 2} | /\ud83d" })
    void aBodyThatWouldLoseSomethingIsRefused(String body, String pointer) throws Exception {
        HttpResponse<String> response = send("POST", "echo", body);

        described(response, 400);
        JsonNode error = JsonCodec.read(response.body()).path("errors").path(0);
        assertThat(error.path("pointer").textValue()).isEqualTo(pointer);
        assertThat(error.path("message").textValue()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "[20000010.0, 5.0] | [20000010,5]", "{\"a\": 1e-5} | {\"a\":1e-05}",
            "12345678901234567890123 | 12345678901234567890123", "1.7976931348623157e308 | 1.7976931348623157e+308" })
    void numbersAreAnsweredAsJqPrintsThem(String body, String answered) throws Exception {
        HttpResponse<String> response = send("POST", "echo", body);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(answered);
        HttpResponse<String> accepted = send("POST", "echo", body, "Prefer", "respond-async");
        String location = accepted.headers().firstValue("Location").orElseThrow();
        assertThat(send("GET", base.resolve(location).toString()).body()).contains("\"output\":" + answered);
    }

    private static void described(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(JsonCodec.read(response.body()).path("status").intValue()).isEqualTo(status);
        assertThat(JsonCodec.read(response.body()).path("title").textValue()).isNotEmpty();
    }

    /** With a body and headers, if there are any; an odd number of texts begins with the body. */
    private HttpResponse<String> send(String method, String path, String... bodyAndHeaders) throws Exception {
        boolean hasBody = bodyAndHeaders.length % 2 == 1;
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .method(method, BodyPublishers.ofString(hasBody ? bodyAndHeaders[0] : "{}"))
                .header("Content-Type", "application/json");
        for (int i = hasBody ? 1 : 0; i < bodyAndHeaders.length; i += 2) {
            request.header(bodyAndHeaders[i], bodyAndHeaders[i + 1]);
        }
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build().send(request.build(),
                BodyHandlers.ofString());
    }
}
