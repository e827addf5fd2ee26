package dev.cairn.management;

import static io.restassured.RestAssured.given;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusProdModeTest;

/** A production application has no management API unless it is enabled. */
class OffInProductionTest {

    private static final int PORT = freePort();

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0,
                               metadata: {cairn: {http: {path: /orders}}}}
                    do: [{same: {set: "${ . }"}}]
                    """), "workflows/orders.yaml"))
            .setApplicationName("off-in-production")
            .setRuntimeProperties(Map.of("quarkus.http.port", Integer.toString(PORT),
                    "quarkus.cairn.file.path", Path.of("target", "off-in-production").toAbsolutePath().toString()))
            .setRun(true);

    @Test
    void answersNothing() {
        given().port(PORT).contentType("application/json").body("{}").post("/orders").then().statusCode(200);
        given().port(PORT).get("/q/cairn/api/v1/workflows").then().statusCode(404);
        given().port(PORT).get("/q/cairn/api/v1/instances").then().statusCode(404);
        given().port(PORT).get("/q/cairn/").then().statusCode(404);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
