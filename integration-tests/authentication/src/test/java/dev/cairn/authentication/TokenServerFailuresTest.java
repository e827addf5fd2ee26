package dev.cairn.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.tls.CertificateUpdatedEvent;

/** Authorization servers that do not answer as they should, and secrets that cannot be used. */
class TokenServerFailuresTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String STUB = "http://localhost:" + TokenServerStub.port();
    private static final String CLIENT = "client: {id: c1, secret: s3cret-of-c1}";
    private static final String ANY = "oauth2: {authority: '${ \"" + STUB + "/\" + .kind }', grant: client_credentials, "
            + CLIENT;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> {
                root.addClass(TokenServerStub.class);
                definition(root, "any", ANY + "}", "");
                definition(root, "rotating", "oauth2: {authority: '${ \"" + STUB
                        + "/rotating/\" + .kind }', grant: client_credentials, " + CLIENT
                        + ", endpoints: {token: '/token'}}", "");
                definition(root, "spelled", "oauth2: {authority: '" + STUB + "/shared/', grant: client_credentials, client:"
                        + " {id: c1, secret: s3cret-of-c1, authentication: client_secret_post}, endpoints: {token:"
                        + " /oauth2/token}, request: {encoding: application/x-www-form-urlencoded}}", "");
                definition(root, "scoped", ANY + ", scopes: ['${ .scope }']}", "");
                definition(root, "signed", "oauth2: {authority: '" + STUB + "/signed', grant: client_credentials,"
                        + " client: {id: c1, secret: '${ .secret }', authentication: private_key_jwt}}", "");
                definition(root, "unnamed", "oauth2: {oidcClient: default}", "");
                definition(root, "identified", "oauth2: {oidcClient: main}", "");
                definition(root, "quoting", "bearer: {token: t0ken-of-test}",
                        ", query: {text: '${ .text }', late: '${ $authorization.parameter }'}");
                definition(root, "adding", "bearer: {token: t0ken-of-test}",
                        ", query: {late: '${ $authorization.parameter + .number }'}");
                root.addAsResource(
                        new StringAsset("""
                        document: {dsl: 1.0.3, namespace: test, name: patient, version: 1.0.0}
                        do:
                          - try:
                              try:
                                - ask: {call: http, with: {method: get, endpoint: {uri: '%s/api', authentication: {%s}}}}
                              catch:
                                do: [{told: {set: '${ $error.response.headers }'}}]
                        """.formatted(STUB,
                                ANY + "}")),
                        "workflows/patient.yaml");
            })
            .overrideConfigKey("quarkus.oidc-client.id", "main")
            .overrideConfigKey("quarkus.oidc-client.auth-server-url", STUB + "/wordy")
            .overrideConfigKey("quarkus.oidc-client.discovery-enabled", "false")
            .overrideConfigKey("quarkus.oidc-client.token-path", "/token")
            .overrideConfigKey("quarkus.oidc-client.client-id", "shop")
            .overrideConfigKey("quarkus.oidc-client.credentials.secret", "s3cret-of-shop")
            .setLogRecordPredicate(record -> true)
            .assertLogRecords(records -> assertThat(records).noneSatisfy(record -> assertThat(
                    record.getMessage() + Arrays.toString(record.getParameters()) + record.getThrown())
                    .containsPattern("s3cret-of|t0ken-of|g4rbage")));

    @Inject
    CairnClient cairn;

    @Inject
    Event<CertificateUpdatedEvent> certificates;

    private static void definition(JavaArchive root, String name, String authentication, String more) {
        root.addAsResource(new StringAsset("""
                document: {dsl: 1.0.3, namespace: test, name: %s, version: 1.0.0}
                do:
                  - ask: {call: http, with: {method: get, endpoint: {uri: '%s/api', authentication: {%s}}%s}}
                """.formatted(name, STUB, authentication, more)), "workflows/" + name + ".yaml");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no-token | 500 | the answer has no access token
            html     | 500 | cannot be reached or understood
            list     | 500 | cannot be reached or understood
            moved    | 302 | answered with status 302
            busy     | 429 | answered with status 429, slow_down
            odd/inx  | 500 | cannot be reached or understood
            large    | 500 | the answer has more than 1048576 bytes
            """)
    void anAnswerWithoutATokenIsAnErrorOfCommunication(String kind, int status, String detail) {
        WorkflowError failure = failure("any", Map.of("kind", kind));

        assertThat(failure.type()).endsWith("/communication");
        assertThat(failure.status()).isEqualTo(status);
        assertThat(failure.detail()).startsWith("CAIRN-0850").contains(detail);
        assertThat(failure.instance()).isEqualTo("/do/0/ask");
    }

    @ParameterizedTest
    @ValueSource(strings = { "odd/in0", "odd/in-5", "odd/in%220%22" })
    void aTokenThatHasEndedIsUsedOnce(String kind) {
        String first = run("any", Map.of("kind", kind)).path("authorization").textValue();

        assertThat(first).startsWith("Bearer odd-");
        assertThat(run("any", Map.of("kind", kind)).path("authorization").textValue()).isNotEqualTo(first);
    }

    @Test
    void theTextsOfAnAnswerAreBounded() {
        WorkflowError failure = failure("any", Map.of("kind", "wordy"));

        assertThat(failure.type()).endsWith("/authentication");
        assertThat(failure.detail()).startsWith("CAIRN-0851").contains("error=" + "c".repeat(80) + "…, description=")
                .contains("d".repeat(200) + "…]").hasSizeLessThan(600);
    }

    @Test
    void aRefusedRefreshTokenIsGivenUp() {
        for (String status : List.of("400", "401")) {
            assertThat(rotated(status)).isEqualTo("Bearer from-new");
            assertThat(rotated(status)).as("refused with " + status).isEqualTo("Bearer from-new");
            assertThat(rotated(status)).isEqualTo("Bearer from-r3");
        }
    }

    @Test
    void aRefreshTokenIsKeptWhileTheServerIsDown() {
        assertThat(rotated("503")).isEqualTo("Bearer from-new");
        assertThat(failure("rotating", Map.of("kind", "503")).status()).isEqualTo(503);
        assertThat(rotated("503")).isEqualTo("Bearer from-r1");
    }

    @Test
    void aRefreshTokenIsKeptUntilTheServerGivesAnother() {
        List<String> used = IntStream.range(0, 3)
                .mapToObj(i -> run("any", Map.of("kind", "keeping")).path("authorization").textValue()).toList();

        assertThat(used).containsExactly("Bearer from-new", "Bearer from-r1", "Bearer from-r1");
    }

    @Test
    void theStatusOfAnEarlierAnswerIsNotThatOfTheError() {
        run("any", Map.of("kind", "cutting"));
        WorkflowError failure = failure("any", Map.of("kind", "cutting"));

        assertThat(failure.type()).endsWith("/communication");
        assertThat(failure.status()).isEqualTo(500);
        assertThat(failure.detail()).contains("cannot be reached");
    }

    @Test
    void aRetryWaitsAsLongAsTheServerAsks() {
        assertThat(run("patient", Map.of("kind", "busy")).path("retry-after").textValue()).isEqualTo("1");
    }

    @Test
    void aTimeToWaitThatIsADateHasTheDateThatItCountsFrom() {
        JsonNode headers = run("patient", Map.of("kind", "busy-until"));

        assertThat(headers.path("retry-after").textValue()).isEqualTo("Wed, 01 Jan 2125 00:00:00 GMT");
        assertThat(headers.path("date").textValue()).endsWith("GMT");
    }

    @Test
    void equalFormsShareTheirClient() {
        String first = run("any", Map.of("kind", "shared")).path("authorization").textValue();

        assertThat(run("spelled", Map.of()).path("authorization").textValue()).isEqualTo(first);
    }

    @Test
    void manyClientsCloseEachOther() {
        List<String> first = tokensOfScopes();
        List<String> second = tokensOfScopes();

        assertThat(first).hasSize(300).doesNotHaveDuplicates().allSatisfy(token -> assertThat(token)
                .startsWith("Bearer many-"));
        // 256 clients are kept.
        assertThat(second).hasSize(300).doesNotHaveDuplicates().filteredOn(token -> !first.contains(token))
                .hasSizeGreaterThanOrEqualTo(44);
    }

    private List<String> tokensOfScopes() {
        return IntStream.range(0, 300).parallel().mapToObj(scope -> run("scoped", Map.of("kind", "many", "scope", "s" + scope)))
                .map(answer -> answer.path("authorization").textValue()).toList();
    }

    @Test
    void newCertificatesAreForNewConnections() {
        run("any", Map.of("kind", "tls/in0"));
        certificates.fire(new CertificateUpdatedEvent("internal", null));

        assertThat(run("any", Map.of("kind", "tls/in0")).path("authorization").textValue()).isEqualTo("Bearer tls-2");
    }

    @Test
    void anUnusableKeyIsAnErrorOfConfiguration() {
        WorkflowError failure = failure("signed",
                Map.of("secret", "-----BEGIN PRIVATE KEY-----\ng4rbage\n-----END PRIVATE KEY-----"));

        assertThat(failure.type()).endsWith("/configuration");
        assertThat(failure.detail()).startsWith("CAIRN-0855").contains("\"client-secret\" is no RSA private key in PEM")
                .doesNotContain("g4rbage");
    }

    @Test
    void theClientWithoutANameIsFoundByItsId() {
        for (String workflow : List.of("unnamed", "identified")) {
            WorkflowError failure = failure(workflow, Map.of());
            assertThat(failure.type()).as(workflow).endsWith("/authentication");
            assertThat(failure.detail()).contains("server=main, status=400");
        }
    }

    @Test
    void noDataIsTakenForTheStandInOfCredentials() {
        JsonNode answer = run("quoting", Map.of("text", "\uE000authorization\uE001"));

        assertThat(answer.path("query").textValue()).isEqualTo("text=%EE%80%80authorization%EE%80%81&late=***");
        WorkflowError failure = failure("adding", Map.of("number", 1));
        assertThat(failure.detail()).contains("which reads $authorization, cannot be computed")
                .doesNotContain("authorization-");
    }

    private String rotated(String kind) {
        return run("rotating", Map.of("kind", kind)).path("authorization").textValue();
    }

    private JsonNode run(String workflow, Map<String, ?> input) {
        return cairn.start(workflow, input).chain(instance -> instance.result()).await().atMost(LIMIT);
    }

    private WorkflowError failure(String workflow, Map<String, ?> input) {
        return catchThrowableOfType(WorkflowException.class, () -> run(workflow, input)).error();
    }
}
