package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.authentication.CallAuthenticator;
import dev.cairn.engine.port.CallerTokenRegistry;
import dev.cairn.spi.outbound.OutboundCredential;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerRequest;

/** Credentials that are known only when a request is made. */
class AuthenticatedCallsTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Vertx vertx = Vertx.vertx();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final CallerTokenRegistry callers = new CallerTokenRegistry();
    private final HttpTestServer server = new HttpTestServer(vertx, this::answer);
    private volatile String accepted = "token-1";
    private final HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD,
            () -> new CallAuthenticator(callers, () -> this::token, (text, outcome) -> outcome.map(
                    answer -> HttpTestServer.json(answer.toString().replace(text, "***")))),
            HttpConnectionRules.of(new HttpClientOptions()));

    private Uni<OutboundCredential> token(JsonNode authentication, Object caller, OutboundCredential old) {
        if (authentication.path("client").asText().equals("down")) {
            return Uni.createFrom().failure(
                    new WorkflowException(WorkflowError.of(Standard.COMMUNICATION, "No token", "down", "/do/0/ask")));
        }
        if (old != null) {
            refused.add(old.parameter());
        }
        if (authentication.path("client").asText().equals(old == null ? "silent" : "silent-later")) {
            return Uni.createFrom().nothing();
        }
        if (authentication.path("client").asText().equals("slow")) {
            return Uni.createFrom().emitter(emitter -> vertx.setTimer(50,
                    late -> emitter.complete(new OutboundCredential("Bearer", "token-1"))));
        }
        // On another thread, as a token endpoint answers.
        return Uni.createFrom().emitter(emitter -> new Thread(
                () -> emitter.complete(new OutboundCredential("Bearer", old == null ? "token-1" : "token-2"))).start());
    }

    private void answer(HttpServerRequest request) {
        keys.add(request.getHeader("Idempotency-Key"));
        if (request.path().equals("/silence")) {
            return;
        }
        String given = request.getHeader("Authorization");
        boolean good = ("Bearer " + accepted).equals(given) || "Basic dTpw".equals(given);
        request.response().setStatusCode(good ? 200 : 401).putHeader("Content-Type", "application/json")
                .end("{\"given\": \"" + given + "\", \"header\": \"" + request.getHeader("X-Token") + "\", \"query\": \""
                        + request.query() + "\"}");
    }

    @AfterEach
    void close() {
        performer.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aTokenIsSentAndConcealed() {
        assertThat(call("{\"authentication\": {\"oauth2\": {}}}").path("given").textValue()).isEqualTo("Bearer ***");
        assertThat(refused).isEmpty();
    }

    @Test
    void aRefusedTokenIsRenewedOnceWithinTheAttempt() {
        accepted = "token-2";

        assertThat(call("{\"authentication\": {\"client\": \"x\"}}").path("given").textValue()).isEqualTo("Bearer ***");

        assertThat(refused).containsExactly("token-1");
        assertThat(keys).containsExactly("key-1", "key-1");
    }

    /** It may be good elsewhere: a renewal revokes nothing. */
    @Test
    void theTokenThatWasRefusedIsConcealedInTheSecondAnswerToo() {
        accepted = "token-2";

        assertThat(call("{\"authentication\": {\"client\": \"x\"}, \"query\": {\"quoted\": \"token-1\"}}").path("query")
                .textValue())
                .isEqualTo("quoted=***");
    }

    @Test
    void aServerThatRefusesAllTokensIsAskedTwice() {
        accepted = "none";

        assertThat(failure("{\"authentication\": {\"client\": \"x\"}}").status()).isEqualTo(401);
        assertThat(keys).hasSize(2);
    }

    @Test
    void anErrorOfTheTokenSourceIsTheErrorOfTheCall() {
        assertThat(failure("{\"authentication\": {\"client\": \"down\"}}").title()).isEqualTo("No token");
        assertThat(keys).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "silent, 0", "silent-later, 1" })
    void theTimeForCredentialsIsPartOfTheLimitOfTheCall(String client, int requests) {
        accepted = "none";

        WorkflowError late = failure(
                "{\"authentication\": {\"client\": \"" + client + "\"}, \"limits\": {\"requestMillis\": 300}}");

        assertThat(late.type()).isEqualTo(Standard.COMMUNICATION.type());
        assertThat(late.detail()).contains("its credentials within its time limit, 300 ms");
        assertThat(keys).hasSize(requests);
    }

    @Test
    void aRequestHasTheTimeThatItsCredentialsHaveLeft() {
        WorkflowError late = catchThrowableOfType(WorkflowException.class, () -> performer.perform(server.call("/silence",
                "{\"authentication\": {\"client\": \"slow\"}, \"limits\": {\"requestMillis\": 400}}")).await().atMost(LIMIT))
                .error();

        Matcher millis = Pattern.compile("was not answered within (\\d+) ms").matcher(late.detail());
        assertThat(millis.find()).isTrue();
        assertThat(Integer.parseInt(millis.group(1))).isLessThanOrEqualTo(350);
    }

    @Test
    void theCallersTokenIsThereWhileTheCallerWaits() {
        assertThat(failure("{\"authentication\": {\"caller\": true}}").detail()).startsWith("CAIRN-0853");
        callers.keep("i-1", "token-1");
        assertThat(call("{\"authentication\": {\"caller\": true}}").path("given").textValue()).isEqualTo("Bearer ***");
        callers.drop("i-1");

        WorkflowError gone = failure("{\"authentication\": {\"caller\": true}}");

        assertThat(gone.type()).endsWith("/authentication");
        assertThat(keys).hasSize(1);
    }

    @Test
    void aCallersTokenThatIsRefusedIsNotSentAgain() {
        callers.keep("i-1", "old");

        assertThat(failure("{\"authentication\": {\"caller\": true}}").status()).isEqualTo(401);
        assertThat(keys).hasSize(1);
    }

    @Test
    void argumentsHaveTheCredentials() {
        String standIn = "stand-in-1";

        JsonNode late = call(
                "{\"authentication\": {\"client\": \"x\"}, \"authorization\": \"stand-in-1\", \"headers\": {\"X-Token\": \"Token "
                        + standIn + "\"}, \"query\": {\"t\": \"" + standIn + "\"}}");
        JsonNode basic = call(
                "{\"authentication\": {\"username\": \"u\", \"password\": \"p\"}, \"authorization\": \"stand-in-1\","
                        + " \"headers\": {\"X-Token\": \"" + standIn + "!\"}}");

        assertThat(late.path("header").textValue()).isEqualTo("Token ***");
        assertThat(late.path("query").textValue()).isEqualTo("t=***");
        assertThat(basic.path("header").textValue()).isEqualTo("***!");
    }

    @Test
    void numbersOfCredentialsAreTextsAsElsewhere() {
        accepted = "1000";
        assertThat(call("{\"authentication\": {\"token\": 1E+3}, \"authorization\": \"stand-in-1\"}").path("given")
                .textValue()).isEqualTo("Bearer ***");
    }

    @Test
    void twoAuthorizationsExcludeEachOther() {
        assertThat(
                failure("{\"authentication\": {\"client\": \"x\"}, \"headers\": {\"Authorization\": \"Bearer y\"}}").detail())
                .isEqualTo("The header \"Authorization\" is given beside an authentication");
    }

    private JsonNode call(String arguments) {
        return performer.perform(server.call("/", arguments)).await().atMost(LIMIT);
    }

    private WorkflowError failure(String arguments) {
        return catchThrowableOfType(WorkflowException.class, () -> call(arguments)).error();
    }
}
