package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;

/** No way of writing a path or a method leads to what the caller may not see. */
class PathTricksTest {

    private static final String SECRET = "not for everybody";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = EmbeddedUsers.add(new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(EmbeddedUsers.class, Orders.class, Salaries.class)),
            Map.of("vera", "viewer", "pia", "paymaster"))
            .overrideConfigKey("quarkus.cairn.management.roles.payload", "viewer")
            .overrideConfigKey("quarkus.cairn.management.workflow.salaries.roles.payload", "paymaster");

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "salaries")
    static class Salaries {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Inject
    CairnClient cairn;

    @TestHTTPResource
    URI base;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void noPathLeadsToWhatIsHidden() throws Exception {
        String hidden = started("salaries");
        String visible = started("orders");
        assertThat(send("GET", "/q/cairn/api/v1/instances/" + hidden, "pia:p").body()).contains(SECRET);
        assertThat(send("GET", "/q/cairn/api/v1/instances/" + visible, "vera:v").body()).contains(SECRET);

        for (String path : paths(hidden, visible)) {
            for (String method : List.of("GET", "POST", "PUT", "OPTIONS")) {
                for (String caller : List.of("vera:v", ":")) {
                    HttpResponse<String> response = send(method, path, caller, "X-HTTP-Method-Override", "GET",
                            "X-Original-URL",
                            "/q/cairn/api/v1/instances/" + hidden, "X-Forwarded-Prefix", "/q/cairn/api/v1/instances/" + hidden);

                    assertThat(response.statusCode()).as("%s %s of %s", method, path, caller).isBetween(400, 499);
                    assertThat(response.body()).as("%s %s of %s", method, path, caller).doesNotContain(SECRET);
                }
            }
        }
    }

    @Test
    void headSaysNoMoreThanGet() throws Exception {
        String hidden = started("salaries");

        assertThat(send("HEAD", "/q/cairn/api/v1/instances/" + hidden, "vera:v").statusCode()).isEqualTo(404);
        assertThat(send("HEAD", "/q/cairn/api/v1/instances/" + hidden, ":").statusCode()).isEqualTo(401);
        assertThat(send("HEAD", "/q/cairn/api/v1/instances/" + hidden, "pia:p").statusCode()).isEqualTo(200);
        assertThat(send("HEAD", "/q/cairn/api/v1/instances/" + hidden, "pia:p").body()).isEmpty();
        HttpClient second = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        HttpResponse<String> head = second.send(request("HEAD", "/q/cairn/api/v1/instances/" + hidden, "pia:p").build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(head.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(head.body()).isEmpty();
    }

    private static List<String> paths(String hidden, String visible) {
        String encoded = "%" + Integer.toHexString(hidden.charAt(0)) + hidden.substring(1);
        return List.of(
                "/q/cairn/api/v1/instances/" + hidden,
                "/q/cairn/api/v1/instances/" + encoded,
                "/q/cairn/api/v1/instances/" + hidden + "/",
                "/q/cairn/api/v1/instances//" + hidden,
                "/q/cairn/api//v1/instances/" + hidden,
                "//q/cairn/api/v1/instances/" + hidden,
                "/q/cairn/api/v1/instances/./" + hidden,
                "/q/cairn/api/v1/instances/" + visible + "/../" + hidden,
                "/q/cairn/api/v1/instances/" + visible + "/history/../../" + hidden + "/history",
                "/q/cairn/api/v1/instances/" + visible + "%2f..%2f" + hidden,
                "/q/cairn/api/v1/instances/" + visible + "%2F%2E%2E%2F" + hidden + "/journal",
                "/q/cairn/api/v1/instances/" + visible + "/%2e%2e/" + hidden,
                "/q/cairn/api/v1/workflows/../instances/" + hidden,
                "/q/cairn/api/v1/workflows/orders/..;/" + hidden,
                "/q/cairn/api/v1/instances/" + hidden + ";role=paymaster",
                "/q/cairn/api/v1/instances/" + hidden + ";/journal",
                "/q/cairn/api/v1/instances;a=b/" + hidden,
                "/q/cairn;/api/v1/instances/" + hidden,
                "/q/cairn/api/v1/instances/" + hidden + "%00",
                "/q/cairn/api/v1/instances/" + hidden + "%20",
                "/q/cairn/api/v1/instances/" + hidden + "%3Fa=b",
                "/q/cairn/api/v1/instances/" + hidden + "%23",
                "/q/cairn/api/v1/INSTANCES/" + hidden,
                "/Q/CAIRN/API/V1/instances/" + hidden,
                "/q/cairn/api/v1/instances%2f" + hidden,
                "/q/cairn/api%2fv1/instances/" + hidden,
                "/q/cairn/api/v1/instances/" + hidden + "/history",
                "/q/cairn/api/v1/instances/" + hidden + "/journal",
                "/q/cairn/api/v1/instances/" + hidden + "/unknown",
                "/q/cairn/api/v1/workflows/salaries",
                "/q/cairn/api/v1/workflows/default%3Asalaries",
                "/q/cairn/api/v1/workflows/orders%2f..%2fsalaries",
                "/q/cairn/api/v1/workflows/SALARIES");
    }

    private HttpResponse<String> send(String method, String path, String credentials, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(method, path, credentials);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String method, String path, String credentials) {
        // The path is sent as it is; clients for people would normalise it.
        URI uri = URI.create(base.getScheme() + "://" + base.getAuthority() + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (credentials.length() > 1) {
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()));
        }
        return request;
    }

    private String started(String workflow) {
        InstanceHandle instance = cairn.start(workflow, Map.of("secret", SECRET)).await().atMost(PATIENCE);
        instance.result().await().atMost(PATIENCE);
        return instance.id();
    }
}
