package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** Calls with HTTP Digest send a request twice only if they do not know the challenge. */
class DigestCallsTest {

    private static final String ARGUMENTS = """
            {"method": "POST", "body": {"a": 1}, "authentication": {"digest": {"username": "u", "password": "p:1"}}}""";

    private final Vertx vertx = Vertx.vertx();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final HttpTestServer server = new HttpTestServer(vertx, this::answer);
    private final HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD);
    private volatile String nonce = "n1";
    private volatile String challenge = "Digest realm=\"r\", qop=\"auth\", algorithm=SHA-256, nonce=\"%s\"";
    private volatile boolean refusing;
    /** The challenge comes late, and nothing after it. */
    private volatile boolean hesitating;

    private void answer(HttpServerRequest request) {
        String given = request.getHeader("Authorization");
        seen.add(request.uri() + " " + (given == null ? "none" : given.replaceAll(".*nonce=\"(\\w+)\".*nc=(\\w+).*", "$1 $2")));
        boolean good = given != null && given.contains("nonce=\"" + nonce + "\"")
                && given.contains("uri=\"" + request.uri() + "\"");
        if (hesitating) {
            if (given == null) {
                vertx.setTimer(200, id -> request.response().setStatusCode(401)
                        .putHeader("WWW-Authenticate", challenge.formatted(nonce)).end());
            }
            return;
        }
        request.body().onSuccess(body -> {
            if (good && !refusing) {
                request.response().putHeader("Content-Type", "application/json").end(body);
            } else {
                request.response().setStatusCode(401).putHeader("WWW-Authenticate", challenge.formatted(nonce))
                        .putHeader("Content-Type", "text/plain").end("denied");
            }
        });
    }

    @AfterEach
    void close() {
        performer.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void theChallengeOfAnOriginIsKept() {
        assertThat(call("/a?x=1")).isEqualTo("{\"a\":1}");
        assertThat(call("/b")).isEqualTo("{\"a\":1}");

        assertThat(seen).containsExactly("/a?x=1 none", "/a?x=1 n1 00000001", "/b n1 00000002");
    }

    @Test
    void aNonceThatIsTooOldIsReplaced() {
        call("/a");
        nonce = "n2";
        call("/b");
        call("/c");

        assertThat(seen).containsExactly("/a none", "/a n1 00000001", "/b n1 00000002", "/b n2 00000001", "/c n2 00000002");
    }

    @Test
    void wrongCredentialsAreTriedOnce() {
        refusing = true;

        WorkflowException failure = catchThrowableOfType(WorkflowException.class, () -> call("/a"));

        assertThat(failure.error().status()).isEqualTo(401);
        assertThat(failure.error().detail()).contains("denied").doesNotContain("p:1");
        assertThat(seen).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = { "nonce=\"%s\"", "NONCE=%s" })
    void anUnknownAlgorithmIsTold(String parameter) {
        challenge = "Digest realm=\"r\", qop=\"auth\", algorithm=SHA-3, " + parameter;

        WorkflowException failure = catchThrowableOfType(WorkflowException.class, () -> call("/a"));

        assertThat(failure.error().type()).endsWith("/authentication");
        assertThat(failure.error().detail()).startsWith("CAIRN-0856").contains("SHA-3").doesNotContain("n1");
        assertThat(seen).hasSize(1);
    }

    @Test
    void bothRequestsHaveTheTimeOfOneCall() {
        hesitating = true;
        String arguments = ARGUMENTS.replaceFirst("\\{", "{\"limits\": {\"requestMillis\": 1000}, ");

        WorkflowException failure = catchThrowableOfType(WorkflowException.class,
                () -> performer.perform(server.call("/a", arguments)).await().atMost(Duration.ofSeconds(10)));

        assertThat(seen).hasSize(2);
        assertThat(Integer.parseInt(failure.error().detail().replaceAll(".* within (\\d+) ms", "$1"))).isLessThanOrEqualTo(800);
    }

    @Test
    void aServerThatWantsAnotherSchemeAnswersAsEver() {
        challenge = "Basic realm=\"%s\"";

        assertThat(catchThrowableOfType(WorkflowException.class, () -> call("/a")).error().status()).isEqualTo(401);
    }

    private String call(String path) {
        EffectCall call = server.call(path, ARGUMENTS);
        return performer.perform(call).await().atMost(Duration.ofSeconds(10)).toString();
    }
}
