package dev.cairn.extension.production;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Map;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusProdModeTest;
import io.restassured.response.ValidatableResponse;

/** In production, input cannot lead a call to an address that is not public. The application can. */
class OutboundTargetsTest {

    private static final int PORT = freePort();
    private static final String SELF = "http://127.0.0.1:" + PORT;

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(root -> root
                    .addAsResource(definition("same", "{set: '${ . }'}"), "workflows/same.yaml")
                    .addAsResource(call("constant", SELF + "/{path}"), "workflows/constant.yaml")
                    .addAsResource(call("configured", "${ $secrets.base + \"/\" + .path }"), "workflows/configured.yaml")
                    .addAsResource(call("dynamic", "${ .uri }"), "workflows/dynamic.yaml"))
            .setApplicationName("outbound-targets")
            .setRuntimeProperties(Map.of("quarkus.http.port", Integer.toString(PORT),
                    "quarkus.cairn.secret.base.value", SELF))
            .setRun(true);

    private static StringAsset call(String name, String endpoint) {
        return definition(name, "{call: http, with: {method: post, body: {}, endpoint: '" + endpoint + "'}}");
    }

    private static StringAsset definition(String name, String task) {
        return new StringAsset("""
                document: {dsl: 1.0.3, namespace: shop, name: %1$s, version: 1.0.0, metadata: {cairn: {http: {path: /%1$s}}}}
                use: {secrets: [base]}
                do:
                  - only: %2$s
                """.formatted(name, task));
    }

    @Test
    void onlyTheApplicationCanNameALoopbackAddress() {
        start("constant", "{\"path\": \"same\"}").statusCode(200);
        start("configured", "{\"path\": \"same\"}").statusCode(200);
        start("dynamic", "{\"uri\": \"" + SELF + "/same\"}").body("title", equalTo("Authorization error"));
        start("dynamic", "{\"uri\": \"http://localhost:" + PORT + "/same\"}").body("title", equalTo("Authorization error"));
    }

    private static ValidatableResponse start(String workflow, String input) {
        return given().port(PORT).contentType("application/json").body(input).post("/" + workflow).then();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
