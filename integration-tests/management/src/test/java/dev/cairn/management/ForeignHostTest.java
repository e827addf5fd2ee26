package dev.cairn.management;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.response.Response;

/** Dev mode asks for no role, so the API refuses requests by any foreign name that leads to the developer's machine. */
class ForeignHostTest {

    private static final int PORT = DevModePorts.free();

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("quarkus.http.port=" + PORT
                    + "\nquarkus.dev-ui.hosts=box.example.com,^([a-z]+)[.]apps[.]example[.]com\nquarkus.cairn.file.path=target/hosts-"
                    + PORT + "\n"), "application.properties")
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0}
                    do: [{first: {set: {a: 1}}}]
                    """), "workflows/orders.yaml"));

    /** One test: dev mode takes long to start. */
    @Test
    void answersOnlyRequestsThatNameThisMachine() {
        for (String path : new String[] { "/q/cairn/api/v1/workflows", "/q/cairn" }) {
            for (String host : new String[] { "localhost:" + PORT, "127.0.0.1:" + PORT, "[::1]:" + PORT, "LOCALHOST",
                    "Box.example.com", "shop.apps.example.com:80" }) {
                assertThat(get(path, host).statusCode()).as(host + path).isEqualTo(200);
            }
            for (String host : new String[] { "rebound.example.com:" + PORT, "localhost.example.com", "boxxexample.com",
                    "127.0.0.1.example.com", "1.apps.example.com" }) {
                Response refused = get(path, host);
                assertThat(refused.statusCode()).as(host + path).isEqualTo(403);
                assertThat(refused.jsonPath().getString("code")).isEqualTo("CAIRN-0797");
            }
        }
        assertThat(given().port(PORT).header("Host", "rebound.example.com").contentType("application/json").body("{}")
                .post("/q/cairn/api/v1/workflows/orders/instances").statusCode()).isEqualTo(403);
    }

    private static Response get(String path, String host) {
        return given().port(PORT).header("Host", host).get(path);
    }
}
