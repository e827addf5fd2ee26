package dev.cairn.extension.devmode;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.response.Response;

/** Dev mode sees changed and added definitions of both kinds, and changed methods. */
class DevModeReloadTest {

    private static final int PORT = freePort();

    private static final String IN_YAML = """
            document: {dsl: 1.0.3, namespace: default, name: in-yaml, version: 1.0.0, metadata: {cairn: {http: {path: /in-yaml}}}}
            do: [{greet: {call: greet}}]
            """;

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest().withApplicationRoot(root -> root
            .addClasses(Greeter.class, Greeting.class)
            .addAsResource(new StringAsset("quarkus.http.port=" + PORT + "\nquarkus.dev-ui.allow-extension-management=false\n"),
                    "application.properties")
            .addAsResource(new StringAsset("{\"type\": \"string\"}"), "schemas/name.json")
            .addAsResource(new StringAsset(IN_YAML), "workflows/greeting.yaml"));

    @Test
    void reloads() {
        assertThat(post("/in-yaml").asString()).isEqualTo("\"Hello Ada\"");
        assertThat(post("/in-java").asString()).isEqualTo("\"Hello Ada.\"");
        assertTellsTheDeveloperWhatWentWrongInside();

        APPLICATION.modifySourceFile(Greeter.class, source -> source.replace("\"Hello \" + name", "\"Good day \" + name"));
        APPLICATION.addResourceFile("workflows/added.yaml", IN_YAML.replace("in-yaml", "added"));
        assertThat(post("/added").asString()).isEqualTo("\"Good day Ada\"");
        assertThat(post("/in-java").asString()).isEqualTo("\"Good day Ada.\"");

        APPLICATION.modifySourceFile(Greeting.class, source -> source.replace("text + \".\"", "text + \"!\""));
        APPLICATION.modifyResourceFile("workflows/greeting.yaml",
                yaml -> yaml.replace("{call: greet}", "{set: {greeted: true}}"));
        assertThat(post("/in-java").asString()).isEqualTo("\"Good day Ada!\"");
        assertThat(post("/in-yaml").asString()).isEqualTo("{\"greeted\":true}");

        APPLICATION.modifyResourceFile("schemas/name.json", schema -> schema.replace("string", "number"));
        assertThat(post("/in-java").statusCode()).as("a schema that only a definition in Java refers to").isEqualTo(400);

        APPLICATION.modifyResourceFile("workflows/greeting.yaml", yaml -> yaml.replace("{set:", "{sett:"));
        Response broken = post("/in-yaml");
        assertThat(broken.statusCode()).isEqualTo(500);
        assertThat(broken.asString()).contains("CAIRN-0113", " src/main/resources/workflows/greeting.yaml:2");

        APPLICATION.modifyResourceFile("workflows/greeting.yaml", yaml -> yaml.replace("{sett:", "{set:"));
        assertThat(post("/in-yaml").asString()).isEqualTo("{\"greeted\":true}");
    }

    /** Elsewhere the detail may name what is inside, and only the log has it. */
    private static void assertTellsTheDeveloperWhatWentWrongInside() {
        Response response = post("/in-yaml", "{\"first\": \"Ada\"}");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.jsonPath().getString("detail")).startsWith(
                "The argument 'name' of Greeter#greet does not fit: it is an object, which cannot be read as String.");
    }

    private static Response post(String path) {
        return post(path, "\"Ada\"");
    }

    private static Response post(String path, String body) {
        return given().port(PORT).contentType("application/json").body(body).post(path);
    }

    /** A port below the range that systems give to outgoing connections: no process takes it by chance before dev mode does. */
    private static int freePort() {
        while (true) {
            try (ServerSocket socket = new ServerSocket(ThreadLocalRandom.current().nextInt(20_000, 30_000))) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Another process has it: try the next one.
                continue;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
