package dev.cairn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import jakarta.ws.rs.core.Response;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ServerHttpRequest;
import org.jboss.resteasy.reactive.server.spi.ServerHttpResponse;
import org.jboss.resteasy.reactive.server.spi.ServerRestHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.cairn.compiler.TestPrograms;
import dev.cairn.engine.Engine;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.ManualThreads;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.RandomSource;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;

/** The answer to a client that may have gone away. */
class StartAnswerTest {

    private static final DurableStartResult STARTED = new DurableStartResult("01ARZ3NDEKTSV4RRFFQ69G5FAV", true, null);

    private final Vertx vertx = Vertx.vertx();
    private final List<String> asked = new ArrayList<>();
    private final CompletableFuture<Response> response = new CompletableFuture<>();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aClientThatWaitsIsAnsweredWithTheStatus() {
        answer(CallerWaitLimit.none()).started(STARTED, null);
        assertThat(asked).containsExactly("load");
    }

    @Test
    void nothingIsLookedUpForAClientThatHasGoneAway() {
        StartResponder answer = answer(CallerWaitLimit.none());
        response.cancel(true);
        answer.started(STARTED, null);
        assertThat(asked).isEmpty();
    }

    @Test
    void nothingIsWaitedForIfTheClientHasGoneAway() {
        StartResponder answer = answer(new CallerWaitLimit());
        response.cancel(true);
        answer.started(STARTED, null);
        assertThat(asked).isEmpty();
    }

    @Test
    void nothingIsLookedUpForAClientThatGoesAwayBeforeItsTimeIsOver() {
        StartResponder answer = answer(new CallerWaitLimit());
        answer.started(STARTED, null);
        assertThat(asked).containsExactly("load");
        response.cancel(true);
        answer.tooLate();
        assertThat(asked).containsExactly("load");
    }

    private StartResponder answer(CallerWaitLimit callerWait) {
        EngineOptions options = new EngineOptions(new ClusterOptions(new Node("node", "1"), 10_000),
                MemoryOptions.shared(10_000, 100, 1 << 20), PureWorkOptions.slices(20_000, 50_000_000),
                new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE), JournalEncodingOptions.DEFAULTS,
                InstanceRunOptions.stopping(200));
        ManualTime time = new ManualTime(1_700_000_000_000L);
        Engine engine = new Engine(options, new WatchedStore(new MemoryStore().open()), new ProgramRegistry(List.of()),
                new ManualThreads(), time, time, RandomSource.system());
        HttpSettings settings = new HttpSettings("/", Duration.ZERO, Duration.ZERO, 1_000, Duration.ofMinutes(1), false);
        return new StartResponder(engine.gateway(), settings, new StubRequest(), TestPrograms.program("one.yaml", """
                document: {dsl: 1.0.3, namespace: test, name: one, version: 1.0.0}
                do: [{only: {set: {answer: 42}}}]
                """), PreferHeader.of(List.of()), callerWait, response);
    }

    /** Notes the calls, and answers none. */
    private final class WatchedStore extends ForwardingStore {

        WatchedStore(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            asked.add(name);
            return Uni.createFrom().nothing();
        }
    }

    /** Answers with what is given by name of the method, otherwise with nothing. */
    private static <T> T stub(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
                (proxy, method, arguments) -> answers.get(method.getName())));
    }

    private final class StubRequest extends ResteasyReactiveRequestContext {

        StubRequest() {
            super(null, null, new ServerRestHandler[0], new ServerRestHandler[0]);
        }

        @Override
        public ServerHttpRequest serverRequest() {
            return stub(ServerHttpRequest.class, Map.of("unwrap", stub(RoutingContext.class, Map.of("vertx", vertx))));
        }

        @Override
        public ServerHttpResponse serverResponse() {
            throw new AssertionError("Nothing is written");
        }

        @Override
        protected Executor getEventLoop() {
            return Runnable::run;
        }

        @Override
        public Runnable registerTimer(long millis, Runnable task) {
            return () -> {};
        }

        @Override
        public boolean resumeExternalProcessing() {
            return false;
        }

        @Override
        protected void handleRequestScopeActivation() {}

        @Override
        protected void restarted(boolean keepTarget) {}

        @Override
        protected void handleUnrecoverableError(Throwable failure) {}
    }
}
