package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyOrNullString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import io.restassured.response.Response;

/** The console is for users who may see workflows, and a browser that shows it runs nothing but its own files. */
class ConsoleAccessTest {

    private static final String CONSOLE = "/q/cairn/";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = EmbeddedUsers.add(new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(EmbeddedUsers.class, Orders.class)),
            Map.of("vera", "viewer", "nina", "nobody", "<i>&", "nobody"))
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer");

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @TestHTTPResource
    URI base;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void asksForALogin() {
        given().get(CONSOLE).then().statusCode(401).header("WWW-Authenticate", containsString("basic"))
                .body(emptyOrNullString());
        given().auth().preemptive().basic("vera", "wrong").get(CONSOLE).then().statusCode(401)
                .header("WWW-Authenticate", containsString("basic"));
        EmbeddedUsers.as("nina").get(CONSOLE).then().statusCode(403);
        given().get(asset("app.js")).then().statusCode(401);
        EmbeddedUsers.as("nina").get(asset("app.js")).then().statusCode(403);
    }

    /** Not problem details, which programs want. */
    @Test
    void tellsAPersonWhichPermissionIsMissing() {
        EmbeddedUsers.as("nina").accept("text/html,application/xhtml+xml,*/*;q=0.8").get(CONSOLE).then().statusCode(403)
                .contentType("text/html; charset=utf-8").header("Cache-Control", "no-store")
                .header("Content-Security-Policy", startsWith("default-src 'none'; "))
                .body(containsString("logged in as <strong>nina</strong>"), containsString("<code>view</code>"));
        EmbeddedUsers.as("<i>&").accept("text/html").get(CONSOLE).then().statusCode(403)
                .body(containsString("<strong>&lt;i&gt;&amp;</strong>"));
        EmbeddedUsers.as("nina").accept("*/*").get(CONSOLE).then().statusCode(403).contentType("application/problem+json");
    }

    @Test
    void permitsNothingInline() throws GeneralSecurityException {
        Response page = EmbeddedUsers.as("vera").get(CONSOLE);

        page.then().statusCode(200).contentType("text/html; charset=utf-8").header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer").header("Cache-Control", "private, no-cache");
        Matcher map = Pattern.compile("<script type=\"importmap\">(.*?)</script>").matcher(page.body().asString());
        assertThat(map.find()).isTrue();
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(map.group(1).getBytes(StandardCharsets.UTF_8));
        assertThat(page.header("Content-Security-Policy")).isEqualTo("default-src 'none'; script-src 'self' 'sha256-"
                + Base64.getEncoder().encodeToString(hash) + "'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        assertThat(page.body().asString()).doesNotContain("style=", "onload=", "http:", "https:");
    }

    @Test
    void letsBrowsersKeepWhatDoesNotChange() {
        EmbeddedUsers.as("vera").get(asset("app.js")).then().statusCode(200).contentType("text/javascript; charset=utf-8")
                .header("Cache-Control", "private, max-age=31536000, immutable").header("Content-Encoding", "gzip")
                .body(containsString("cairn-app"));
        String tag = EmbeddedUsers.as("vera").get(CONSOLE).header("ETag");
        EmbeddedUsers.as("vera").header("If-None-Match", tag).get(CONSOLE).then().statusCode(304).body(emptyOrNullString());
        EmbeddedUsers.as("vera").header("If-None-Match", "\"another\"").get(CONSOLE).then().statusCode(200);
    }

    @Test
    void sendsPlainTextToThoseWhoWantIt() throws Exception {
        HttpResponse<String> script = send("GET", asset("app.js"));

        assertThat(script.statusCode()).isEqualTo(200);
        assertThat(script.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(script.body()).contains("customElements.define('cairn-app'");
        assertThat(send("HEAD", asset("app.js")).body()).isEmpty();
    }

    @Test
    void everyFileThatThePageNamesIsThere() {
        Matcher named = Pattern.compile("(?:href|src)=\"([^\"]+)\"")
                .matcher(EmbeddedUsers.as("vera").get(CONSOLE).body().asString());
        int count = 0;
        for (; named.find(); count++) {
            EmbeddedUsers.as("vera").get(CONSOLE + named.group(1)).then().statusCode(200);
        }
        assertThat(count).isGreaterThan(10);
        for (String library : List.of("lit/index.js", "lit-html/lit-html.js", "lit-html/is-server.js",
                "lit-html/directives/repeat.js",
                "lit/directives/repeat.js", "lit-element/lit-element.js", "reactive-element/reactive-element.js")) {
            EmbeddedUsers.as("vera").get(asset("lib/" + library)).then().statusCode(200);
        }
    }

    @Test
    void answersNothingElse() throws Exception {
        given().redirects().follow(false).auth().preemptive().basic("vera", "v").get("/q/cairn").then().statusCode(302)
                .header("Location", equalTo("cairn/"));
        EmbeddedUsers.as("vera").post(CONSOLE).then().statusCode(405).header("Allow", "GET, HEAD");
        for (String path : List.of("/q/cairn/index.html", "/q/cairn/nothing", "/q/cairn/assets/", "/q/cairn/assets/old/app.js",
                asset("nothing.js"), asset("index.html"), asset(""), asset("lib/"), asset("../../../application.properties"),
                asset("..%2f..%2fapplication.properties"), asset("%2e%2e/%2e%2e/application.properties"), asset("app.js/"),
                asset("app.js%00"), asset(".\\app.js"), asset("lib/lit/package.json"), asset("lib/lit/LICENSE"))) {
            HttpResponse<String> response = send("GET", path);
            assertThat(response.statusCode()).as(path).isBetween(400, 404);
            assertThat(response.body()).as(path).doesNotContain("quarkus.", "import ");
        }
        EmbeddedUsers.as("vera").get("/q/cairn/api/v1/workflows").then().statusCode(200)
                .contentType(startsWith("application/json"));
    }

    private static String asset(String name) {
        Matcher script = Pattern.compile("src=\"(assets/[^/]+/)app.js\"")
                .matcher(EmbeddedUsers.as("vera").get(CONSOLE).body().asString());
        assertThat(script.find()).isTrue();
        return CONSOLE + script.group(1) + name;
    }

    /** Sends the path as it is. */
    private HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        URI uri = URI.create(base.getScheme() + "://" + base.getAuthority() + path.replace("\\", "%5c"));
        String credentials = Base64.getEncoder().encodeToString("vera:v".getBytes(StandardCharsets.UTF_8));
        return http.send(HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody())
                .header("Authorization", "Basic " + credentials).build(), HttpResponse.BodyHandlers.ofString());
    }
}
