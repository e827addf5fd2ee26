package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.authentication.CallAuthenticator;
import dev.cairn.effect.http.HttpClientSettings;
import dev.cairn.effect.http.HttpConnectionRules;
import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.engine.observer.CallGuardKind;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.port.CallerTokenRegistry;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.quarkus.config.HostGuardConfig;
import dev.cairn.quarkus.faulttolerance.CallGuardTools;
import dev.cairn.quarkus.faulttolerance.HttpCallGuard;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonCodec;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/** Guards of a host know the outcomes of calls, and which calls wait or are under way. */
@QuarkusTest
class HostCircuitBreakerTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    HttpCallGuard guards;

    @Inject
    OutboundGuard outbound;

    @Inject
    Vertx vertx;

    private final Semaphore silent = new Semaphore(0);
    private final AtomicInteger asked = new AtomicInteger();
    private final List<String> heldBack = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private HttpPerformer http;
    private EffectPerformer performer;

    @BeforeEach
    void listen() {
        server = vertx.createHttpServer().requestHandler(this::answer).listen(0, "127.0.0.1").toCompletionStage()
                .toCompletableFuture().join();
        http = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, outbound,
                () -> new CallAuthenticator(new CallerTokenRegistry(), () -> this::token, (text, outcome) -> outcome),
                new HttpConnectionRules<>(new HttpClientOptions(), Map.of()));
    }

    @AfterEach
    void close() {
        http.close();
        server.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aCancelledCallIsNeitherASuccessNorAFailure() throws InterruptedException {
        guard(Duration.ofHours(1), OptionalInt.empty());
        fail("/500", 3);

        cancelled("/silence");

        fail("/500", 1);
        assertThat(failure("/500", "").detail()).startsWith("CAIRN-0885");
        assertThat(heldBack).containsExactly("default:guarded CIRCUIT_BREAKER");
    }

    @Test
    void aCallThatMakesNoRequestIsNeitherASuccessNorAFailure() {
        guard(Duration.ofHours(1), OptionalInt.empty());
        fail("/500", 3);

        ObjectNode invalid = arguments("http://127.0.0.1:" + server.actualPort() + "/200", "");
        invalid.putObject("headers").put("X-Line", "a\nb");
        assertThat(catchThrowableOfType(WorkflowException.class,
                () -> performer.perform(call(invalid)).await().atMost(LIMIT)).error().status()).isEqualTo(400);

        fail("/500", 1);
        assertThat(failure("/500", "").detail()).startsWith("CAIRN-0885");
    }

    @ParameterizedTest
    @ValueSource(ints = { 400, 429, 500 })
    void aFailureOfTheServerOfTokensSaysNothingOfTheHost(int status) {
        guard(Duration.ofHours(1), OptionalInt.empty());
        fail("/500", 3);

        assertThat(tokenFailure(status).detail()).isEqualTo("no token");

        assertThat(failure("/500", "").status()).as("no failure of the host: three of four calls failed").isEqualTo(500);
        assertThat(failure("/500", "").detail()).as("no success either").startsWith("CAIRN-0885");
        assertThat(asked).as("requests that arrived").hasValue(4);
    }

    @Test
    void aHalfOpenBreakerLetsAnotherCallTryIfTheFirstIsCancelled() throws InterruptedException {
        guard(Duration.ofMillis(1), OptionalInt.empty());
        fail("/500", 4);
        Cancellable first = begin("/silence");
        // The breaker may still be open: then nothing arrives, and the call is made again.
        while (!silent.tryAcquire(10, TimeUnit.MILLISECONDS)) {
            first.cancel();
            first = begin("/silence");
        }

        first.cancel();

        assertThat(answer("/200")).isEqualTo("fine");
        fail("/500", 3);
        assertThat(failure("/500", "").status()).as("the breaker is closed").isEqualTo(500);
    }

    @Test
    void theTimeInTheQueueIsPartOfTheLimitOfACall() throws InterruptedException {
        guard(Duration.ofHours(1), OptionalInt.of(1));
        Cancellable first = begin("/silence");
        assertThat(silent.tryAcquire(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        WorkflowError late = failure("/200", "{\"requestMillis\": 100}");

        assertThat(late.status()).isEqualTo(503);
        assertThat(late.detail()).startsWith("CAIRN-0886: Nothing was sent to http://127.0.0.1:")
                .contains("this one has waited for the 100 ms that it may take");
        assertThat(heldBack).containsExactly("default:guarded BULKHEAD");
        CompletableFuture<JsonNode> waiting = performer.perform(call("/200", "")).subscribeAsCompletionStage();
        first.cancel();
        assertThat(waiting).succeedsWithin(LIMIT);
        assertThat(asked).as("requests that arrived").hasValue(2);
    }

    @Test
    void anOpenBreakerIsKeptWhileOtherHostsCanBeForgotten() {
        guard(Duration.ofHours(1), OptionalInt.empty());
        fail("/500", 4);

        for (int port = 1; port <= 1_100; port++) {
            JsonNode arguments = arguments("http://127.0.0.1:" + port + "/", "{\"connectMillis\": 1000}");
            catchThrowableOfType(WorkflowException.class, () -> performer.perform(call(arguments)).await().atMost(LIMIT));
        }

        assertThat(failure("/500", "").detail()).startsWith("CAIRN-0885");
    }

    private void guard(Duration delay, OptionalInt concurrent) {
        EngineThreads threads = new EngineThreads() {
            @Override
            public EventLoopExecutor eventLoop() {
                return Runnable::run;
            }

            @Override
            public void worker(Runnable action) {
                action.run();
            }
        };
        EngineObserver observer = new EngineObserver() {
            @Override
            public void callHeldBack(String workflow, CallGuardKind guard) {
                heldBack.add(workflow + " " + guard);
            }
        };
        performer = guards.guard(new CallGuardTools(http, threads, (millis, action) -> {
            long timer = vertx.setTimer(Math.max(1, millis), id -> action.run());
            return () -> vertx.cancelTimer(timer);
        }, TimeSource.system(), observer), new Settings(delay, concurrent));
    }

    private void fail(String path, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(failure(path, "").status()).isEqualTo(500);
        }
    }

    private void cancelled(String path) throws InterruptedException {
        Cancellable call = begin(path);
        assertThat(silent.tryAcquire(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        call.cancel();
    }

    private Cancellable begin(String path) {
        return performer.perform(call(path, "")).subscribe().with(answer -> {}, refused -> {});
    }

    private String answer(String path) {
        return performer.perform(call(path, "")).await().atMost(LIMIT).textValue();
    }

    private WorkflowError failure(String path, String limits) {
        return catchThrowableOfType(WorkflowException.class,
                () -> performer.perform(call(path, limits)).await().atMost(LIMIT)).error();
    }

    private WorkflowError tokenFailure(int status) {
        ObjectNode arguments = arguments("http://127.0.0.1:" + server.actualPort() + "/200", "");
        arguments.putObject("authentication").put("client", String.valueOf(status));
        return catchThrowableOfType(WorkflowException.class,
                () -> performer.perform(call(arguments)).await().atMost(LIMIT)).error();
    }

    /** As from a server of tokens that answers with a status: the name of the client. */
    private Uni<OutboundCredential> token(JsonNode authentication, OutboundCaller caller, OutboundCredential refused) {
        return Uni.createFrom().failure(new WorkflowException(new WorkflowError(Standard.COMMUNICATION.type(),
                authentication.path("client").asInt(), "No token", "no token", caller.task())));
    }

    private EffectCall call(String path, String limits) {
        return call(arguments("http://127.0.0.1:" + server.actualPort() + path, limits));
    }

    private static EffectCall call(JsonNode arguments) {
        return new EffectCall("i-1", "default:guarded", "1.0.0", "/do/0/ask", "key-1", arguments);
    }

    private static ObjectNode arguments(String uri, String limits) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("method", "GET").put("uri", uri);
        if (!limits.isEmpty()) {
            arguments.set("limits", JsonCodec.read(limits));
        }
        return arguments;
    }

    private void answer(HttpServerRequest request) {
        asked.incrementAndGet();
        switch (request.path()) {
            case "/200" -> request.response().putHeader("Content-Type", "text/plain").end("fine");
            case "/500" -> request.response().setStatusCode(500).end();
            default -> silent.release();
        }
    }

    /** Four failed calls of four open a breaker. */
    private record Settings(Duration delay, OptionalInt concurrent) implements HostGuardConfig {

        @Override
        public CircuitBreaker circuitBreaker() {
            return new CircuitBreaker() {
                @Override
                public boolean enabled() {
                    return true;
                }

                @Override
                public int requestVolumeThreshold() {
                    return 4;
                }

                @Override
                public double failureRatio() {
                    return 1;
                }

                @Override
                public Duration delay() {
                    return delay;
                }

                @Override
                public int successThreshold() {
                    return 1;
                }
            };
        }

        @Override
        public Bulkhead bulkhead() {
            return new Bulkhead() {
                @Override
                public OptionalInt maxConcurrentCalls() {
                    return concurrent;
                }

                @Override
                public int queueSize() {
                    return 4;
                }
            };
        }
    }
}
