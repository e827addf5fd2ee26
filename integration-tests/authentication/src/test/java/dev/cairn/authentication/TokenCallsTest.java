package dev.cairn.authentication;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.CallerTokenRegistry;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.response.Response;

/** Calls with tokens of an authorization server: all grants and client authentications, and failures. */
class TokenCallsTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String STUB = "http://localhost:" + AuthorizationStub.port();

    private static final String HEADER = """
            document: {dsl: 1.0.3, namespace: test, name: %1$s, version: 1.0.0, metadata: {cairn: {http: {path: /%1$s}}}}
            use: {secrets: [idp]}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> {
                root.addClass(AuthorizationStub.class);
                String client = "client: {id: c1, secret: s3cret-of-c1}";
                definition(root, "posting", "oauth2: {authority: '" + STUB + "/id/a', grant: client_credentials, " + client
                        + ", scopes: [read, write], audiences: [x, y]}");
                definition(root, "basic", "oauth2: {authority: '" + STUB + "/id/b', grant: client_credentials, client: {id: c1,"
                        + " secret: s3cret-of-c1, authentication: client_secret_basic}, endpoints: {token: /my/token}}");
                definition(root, "public",
                        "oauth2: {authority: '" + STUB + "/id/c', grant: client_credentials, client: {id: c1}}");
                definition(root, "symmetric",
                        "oauth2: {authority: '" + STUB + "/id/d', grant: client_credentials, client: {id: c1,"
                                + " secret: '0123456789012345678901234567890123', authentication: client_secret_jwt}}");
                definition(root, "signed",
                        "oauth2: {authority: '" + STUB + "/id/e', grant: client_credentials, client: {id: c1,"
                                + " secret: '${ .key }', authentication: private_key_jwt}}");
                definition(root, "asserted", "oauth2: {authority: '" + STUB + "/id/f', grant: client_credentials, client:"
                        + " {assertion: h.b.s, authentication: private_key_jwt}}");
                definition(root, "user", "oauth2: {authority: '" + STUB + "/id/g', grant: password, username: '${ .user }',"
                        + " password: 'p w', " + client + "}");
                definition(root, "refreshing", "oauth2: {authority: '" + STUB + "/id/h', grant: refresh_token, " + client
                        + ", subject: {token: r0, type: 'urn:ietf:params:oauth:token-type:refresh_token'}}");
                definition(root, "exchanging", "oauth2: {authority: '" + STUB + "/id/i', grant:"
                        + " 'urn:ietf:params:oauth:grant-type:token-exchange', " + client
                        + ", subject: {token: '${ .subject }', type: st}, actor: {token: a0, type: at}}");
                definition(root, "json", "oauth2: {authority: '" + STUB + "/id/j', grant: client_credentials, " + client
                        + ", request: {encoding: application/json}}");
                definition(root, "discovered",
                        "oidc: {authority: '" + STUB + "/id/k', grant: client_credentials, " + client + "}");
                definition(root, "secret", "oauth2: {use: idp}");
                definition(root, "named", "oauth2: {oidcClient: shop}");
                definition(root, "missing", "oauth2: {oidcClient: nowhere}");
                definition(root, "tenants",
                        "oauth2: {authority: '" + STUB + "/id/{tenant}', grant: client_credentials, " + client
                                + "}");
                definition(root, "chosen", "oauth2: {authority: '${ .authority }', grant: client_credentials, " + client + "}");
                definition(root, "issued", "oauth2: {authority: '" + STUB + "/id/l', grant: client_credentials, " + client
                        + ", issuers: [good]}");
                definition(root, "caller", "bearer: {from: caller}");
                definition(root, "second", "/api/second",
                        "oauth2: {authority: '" + STUB + "/id/m', grant: client_credentials, " + client
                                + "}",
                        "");
                definition(root, "using", "/api",
                        "oauth2: {authority: '" + STUB + "/id/n', grant: client_credentials, " + client
                                + "}",
                        ", headers: {X-Token: '${ \"\\($authorization.scheme)=\\($authorization.parameter)\" }'}");
                root.addAsResource(new StringAsset(HEADER.formatted("patient")
                        + "do: [{hear: {listen: {to: {one: {with: {type: go}}}}}}, {ask: "
                        + task("/api", "bearer: {from: caller}", "") + "}]\n"), "workflows/patient.yaml");
                root.addAsResource(new StringAsset(HEADER.formatted("retrying") + """
                        do:
                          - patient:
                              try:
                                - ask: %s
                              catch:
                                errors: {with: {type: https://open-workflow-specification.org/spec/1.0.0/errors/communication}}
                                retry: {delay: PT0.01S, limit: {attempt: {count: 5}}}
                        """
                        .formatted(task("/api", "oauth2: {authority: '" + STUB + "/id/down-twice', grant: client_credentials, "
                                + client + "}", ""))),
                        "workflows/retrying.yaml");
            })
            .overrideConfigKey("quarkus.cairn.outbound.allow", "localhost")
            .overrideConfigKey("quarkus.cairn.http-client.request-timeout", "10S")
            .overrideConfigKey("quarkus.cairn.secret.idp.fields.authority", STUB + "/id/o")
            .overrideConfigKey("quarkus.cairn.secret.idp.fields.grant", "client_credentials")
            .overrideConfigKey("quarkus.cairn.secret.idp.fields.client-id", "client-of-secret")
            .overrideConfigKey("quarkus.cairn.secret.idp.fields.client-secret", "v3ry-secret")
            .overrideConfigKey("quarkus.oidc-client.shop.auth-server-url", STUB + "/id/shop")
            .overrideConfigKey("quarkus.oidc-client.shop.client-id", "shop-client")
            .overrideConfigKey("quarkus.oidc-client.shop.credentials.secret", "shop-secret")
            .setLogRecordPredicate(record -> true)
            .assertLogRecords(records -> assertThat(records).noneSatisfy(record -> assertThat(
                    record.getMessage() + Arrays.toString(record.getParameters()))
                    .containsPattern("\\d\\.[A-Za-z0-9_-]{40}|s3cret-of-c1|v3ry-secret|tok3n-of-caller")));

    @Inject
    CairnClient cairn;

    @Inject
    CallerTokenRegistry callers;

    private static void definition(JavaArchive root, String name, String authentication) {
        definition(root, name, "/api", authentication, "");
    }

    private static void definition(JavaArchive root, String name, String path,
            String authentication, String more) {
        root.addAsResource(new StringAsset(HEADER.formatted(name) + "do: [{ask: " + task(path, authentication, more) + "}]\n"),
                "workflows/" + name + ".yaml");
    }

    private static String task(String path, String authentication, String more) {
        return "{call: http, with: {method: get, endpoint: {uri: '" + STUB + path + "', authentication: {" + authentication
                + "}}"
                + more + "}}";
    }

    @Test
    void clientCredentials() {
        assertThat(request("posting", Map.of())).isEqualTo("application/x-www-form-urlencoded /id/a/oauth2/token null "
                + "grant_type=client_credentials&scope=read+write&audience=x+y&client_id=c1&client_secret=s3cret-of-c1");
        assertThat(request("public", Map.of())).endsWith(" null grant_type=client_credentials&client_id=c1");
        assertThat(request("basic", Map.of())).isEqualTo("application/x-www-form-urlencoded /id/b/my/token Basic "
                + Base64.getEncoder().encodeToString("c1:s3cret-of-c1".getBytes(StandardCharsets.UTF_8))
                + " grant_type=client_credentials");
        assertThat(request("json", Map.of())).startsWith("application/json /id/j/oauth2/token null {")
                .contains("'grant_type':'client_credentials'").contains("'client_secret':'s3cret-of-c1'");
    }

    @Test
    void clientsSignAssertions() throws GeneralSecurityException {
        String symmetric = request("symmetric", Map.of());
        assertThat(symmetric).contains("client_assertion_type=urn").doesNotContain("0123456789");
        assertThat(claims(symmetric)).contains("\"iss\":\"c1\"").contains("\"aud\":\"" + STUB + "/id/d/oauth2/token\"");
        KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
        keys.initialize(2048);
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(keys.generateKeyPair().getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----";
        assertThat(claims(request("signed", Map.of("key", pem)))).contains("\"sub\":\"c1\"");
        assertThat(request("asserted", Map.of())).contains("client_assertion=h.b.s").contains("client_assertion_type=urn")
                .doesNotContain("client_id").doesNotContain("client_secret");
    }

    @Test
    void otherGrants() {
        assertThat(request("user", Map.of("user", "ann"))).contains("grant_type=password").contains("username=ann")
                .contains("password=p+w");
        assertThat(request("refreshing", Map.of())).contains("grant_type=refresh_token").contains("refresh_token=r0");
        assertThat(request("exchanging", Map.of("subject", "s0")))
                .contains("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange").contains("subject_token=s0")
                .contains("subject_token_type=st").contains("actor_token=a0").contains("actor_token_type=at");
    }

    @Test
    void otherSources() {
        assertThat(request("discovered", Map.of())).contains(" /id/k/protocol/token ");
        assertThat(request("secret", Map.of())).contains("client_id=***").contains("client_secret=***");
        assertThat(request("named", Map.of())).contains(" /id/shop/protocol/token Basic ");
        WorkflowError missing = failure("missing", Map.of());
        assertThat(missing.type()).endsWith("/configuration");
        assertThat(missing.detail()).contains("CAIRN-0854").contains("quarkus.oidc-client.\"nowhere\"");
    }

    @Test
    void aTokenIsAskedForOnceForEachSetOfSettings() {
        String first = run("tenants", Map.of("tenant", "t1")).path("token").textValue();

        assertThat(run("tenants", Map.of("tenant", "t1")).path("token").textValue()).isEqualTo(first);
        assertThat(run("tenants", Map.of("tenant", "t2")).path("token").textValue()).isNotEqualTo(first);
    }

    @Test
    void aRefusedTokenIsRenewedWithinTheAttempt() {
        // The server accepts the second token of the path, and no other.
        JsonNode first = run("second", Map.of());
        JsonNode second = run("second", Map.of());

        assertThat(first.path("requests").intValue()).isEqualTo(2);
        assertThat(second.path("requests").intValue()).isEqualTo(2);
        assertThat(second.path("token")).isEqualTo(first.path("token"));
    }

    @Test
    void tokensAreInNoOutcome() {
        JsonNode answer = run("using", Map.of());

        assertThat(answer.path("echo").textValue()).isEqualTo("Bearer ***");
        assertThat(answer.path("header").textValue()).isEqualTo("Bearer=***");
    }

    @Test
    void failuresOfTheServerAreRetried() {
        assertThat(run("retrying", Map.of()).path("request").textValue()).contains("/id/down-twice/oauth2/token");
        WorkflowError nonsense = failure("tenants", Map.of("tenant", "nonsense"));
        assertThat(nonsense.type()).endsWith("/communication");
        assertThat(nonsense.detail()).startsWith("CAIRN-0850");
        WorkflowError nobody = failure("chosen", Map.of("authority", "http://localhost:1"));
        assertThat(nobody.type()).endsWith("/communication");
        assertThat(nobody.detail()).startsWith("CAIRN-0850").contains("http://localhost:1");
    }

    @Test
    void refusedCredentialsAreErrorsOfAuthentication() {
        for (String server : List.of("unknown-client", "keycloak-secret", "bad-request-client")) {
            WorkflowError refused = failure("tenants", Map.of("tenant", server));
            assertThat(refused.type()).as(server).endsWith("/authentication");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.detail()).startsWith("CAIRN-0851").contains("_client");
        }
        WorkflowError issuer = failure("issued", Map.of());
        assertThat(issuer.type()).endsWith("/authentication");
        assertThat(issuer.detail()).startsWith("CAIRN-0852");
    }

    @Test
    void inputCannotChooseTheAuthorizationServer() {
        WorkflowError refused = failure("chosen", Map.of("authority", "http://192.0.2.1/id/p"));

        assertThat(refused.type()).endsWith("/authorization");
        assertThat(refused.detail()).startsWith("CAIRN-0731");
        assertThat(request("chosen", Map.of("authority", STUB + "/id/p"))).contains("/id/p/oauth2/token");
        assertThat(failure("chosen", Map.of("authority", "nonsense")).detail()).startsWith("CAIRN-0855");
    }

    @Test
    void theTokenOfTheCallerIsPassedOnWhileTheCallerWaits() {
        given().header("Authorization", "Bearer tok3n-of-caller").contentType("application/json").body("{}").post("/caller")
                .then()
                .statusCode(200).body("echo", equalTo("Bearer ***"), "request", equalTo("***"));
        given().contentType("application/json").body("{}").post("/caller").then().statusCode(500)
                .body("title", equalTo("Authentication error"));
        WorkflowError none = failure("caller", Map.of());
        assertThat(none.type()).endsWith("/authentication");
        assertThat(none.detail()).startsWith("CAIRN-0853");
    }

    /** Clients repeat a request with its key. */
    @Test
    void theTokenIsThereForARequestThatWaitsForAnInstanceThatAnEarlierOneHasStarted() throws Exception {
        String location = patient("respond-async").then().statusCode(202).extract().header("Location");
        String id = location.substring(location.lastIndexOf('/') + 1);
        CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> patient("wait=20").statusCode());
        await().atMost(LIMIT).until(() -> callers.token(id) != null);

        cairn.instance(id).signal("go", Map.of()).await().atMost(LIMIT);

        assertThat(status.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(200);
        await().atMost(LIMIT).until(() -> callers.token(id) == null);
    }

    private static Response patient(String preference) {
        return given().header("Authorization", "Bearer tok3n-of-caller").header("Idempotency-Key", "again")
                .header("Prefer", preference).contentType("application/json").body("{}").post("/patient");
    }

    private JsonNode run(String workflow, Map<String, ?> input) {
        return cairn.start(workflow, input).chain(instance -> instance.result()).await().atMost(LIMIT);
    }

    /** The request for the token of the workflow's call. */
    private String request(String workflow, Map<String, ?> input) {
        return run(workflow, input).path("request").textValue();
    }

    private WorkflowError failure(String workflow, Map<String, ?> input) {
        return catchThrowableOfType(WorkflowException.class, () -> run(workflow, input)).error();
    }

    private static String claims(String request) {
        String assertion = request.replaceFirst(".*client_assertion=([^&]*).*", "$1");
        return new String(Base64.getUrlDecoder().decode(assertion.split("\\.")[1]), StandardCharsets.UTF_8);
    }
}
