package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;

import org.jboss.logging.MDC;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.arc.Arc;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** Methods run where Quarkus REST would run them, each in a Vert.x context and a request scope of its own. */
@QuarkusTest
class FunctionThreadTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    /** The thread and context in which a method ran. */
    record Seen(String method, boolean eventLoop, boolean safe, int context, String request, Map<String, Object> logged) {
        static Seen here(String method, Scoped scoped) {
            Context context = Vertx.currentContext();
            return new Seen(method, Context.isOnEventLoopThread(),
                    VertxContext.isDuplicatedContext(context) && VertxContextSafetyToggle.isExplicitlyMarkedAsSafe(context),
                    System.identityHashCode(context), scoped.id(), MDC.getMap());
        }
    }

    @RequestScoped
    static class Scoped {
        static final Set<String> ALIVE = ConcurrentHashMap.newKeySet();
        private final String id = Integer.toHexString(System.identityHashCode(this));

        @PostConstruct
        void begin() {
            ALIVE.add(id);
        }

        String id() {
            return id;
        }

        @PreDestroy
        void end() {
            ALIVE.remove(id);
        }
    }

    @ApplicationScoped
    static class Asked {
        @Inject
        Scoped scoped;

        List<Seen> plain(List<Seen> before) {
            return with(before, "plain");
        }

        @NonBlocking
        List<Seen> plainNonBlocking(List<Seen> before) {
            return with(before, "plainNonBlocking");
        }

        Uni<List<Seen>> uni(List<Seen> before) {
            return Uni.createFrom().item(with(before, "uni"));
        }

        @Blocking
        Uni<List<Seen>> uniBlocking(List<Seen> before) {
            return Uni.createFrom().item(with(before, "uniBlocking"));
        }

        CompletionStage<List<Seen>> stage(List<Seen> before) {
            return CompletableFuture.completedStage(with(before, "stage"));
        }

        /** Its result comes later; its request must live until then. */
        Uni<List<Seen>> later(List<Seen> before) {
            String request = scoped.id();
            Executor delayed = CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS);
            List<Seen> seen = with(before, "later");
            return Uni.createFrom().completionStage(() -> CompletableFuture.supplyAsync(() -> {
                assertThat(Scoped.ALIVE).contains(request);
                return seen;
            }, delayed));
        }

        private List<Seen> with(List<Seen> before, String method) {
            return Stream.concat(before.stream(), Stream.of(Seen.here(method, scoped))).toList();
        }
    }

    @NonBlocking
    @ApplicationScoped
    static class AskedForNonBlocking {
        @Inject
        Scoped scoped;

        List<Seen> classNonBlocking(List<Seen> before) {
            return Stream.concat(before.stream(),
                    Stream.of(Seen.here("classNonBlocking", scoped))).toList();
        }

        @Blocking
        List<Seen> methodBlocking(List<Seen> before) {
            return Stream.concat(before.stream(),
                    Stream.of(Seen.here("methodBlocking", scoped))).toList();
        }
    }

    @Workflow(name = "places")
    static class Places {
        static Flow define() {
            return flow(
                    call("plain", Asked::plain),
                    call("plainNonBlocking", Asked::plainNonBlocking),
                    call("uni", Asked::uni),
                    call("uniBlocking", Asked::uniBlocking),
                    call("stage", Asked::stage),
                    call("later", Asked::later),
                    call("classNonBlocking", AskedForNonBlocking::classNonBlocking),
                    call("methodBlocking", AskedForNonBlocking::methodBlocking));
        }
    }

    /** Quarkus gives each test a request scope. An application that starts an instance may have none. */
    @BeforeEach
    void leaveTheRequestOfTheTest() {
        Arc.container().requestContext().deactivate();
    }

    @Test
    void runsMethodsWhereTheyBelong() {
        Seen[] seen = cairn.start("places", List.of()).chain(instance -> instance.result(Seen[].class)).await().atMost(LIMIT);

        Map<String, Boolean> onEventLoop = Arrays.stream(seen)
                .collect(Collectors.toMap(Seen::method, Seen::eventLoop));
        assertThat(onEventLoop).isEqualTo(Map.of("plain", false, "plainNonBlocking", true, "uni", true, "uniBlocking", false,
                "stage", true, "later", true, "classNonBlocking", true, "methodBlocking", false));
        assertThat(seen).allMatch(Seen::safe);
        assertThat(seen).extracting(Seen::context).doesNotHaveDuplicates();
        assertThat(seen).extracting(Seen::request).doesNotHaveDuplicates();
        for (Seen call : seen) {
            assertThat(call.logged()).containsEntry("cairn.workflow", "default:places").containsKey("cairn.instance");
            assertThat(call.logged().get("cairn.task").toString()).endsWith("/" + call.method());
        }
        assertThat(Scoped.ALIVE).as("requests that have not ended").isEmpty();
        assertThat(Arc.container().requestContext().isActive()).isFalse();
    }
}
