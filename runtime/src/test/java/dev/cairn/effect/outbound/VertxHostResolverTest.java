package dev.cairn.effect.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;

/** Both resolvers that Vert.x can have. Quarkus uses that of the JVM, unless quarkus.vertx.use-async-dns is true. */
class VertxHostResolverTest {

    private static final String DISABLED = "vertx.disableDnsResolver";

    @Test
    void aWorkerAsksTheResolverOfTheJvm() throws Exception {
        Vertx vertx = vertx(true);
        try {
            CountDownLatch busy = new CountDownLatch(1);
            // The only worker.
            vertx.executeBlocking(() -> busy.await(10, TimeUnit.SECONDS), false);
            Context context = vertx.getOrCreateContext();
            CompletableFuture<Boolean> onContext = new CompletableFuture<>();
            CompletableFuture<Boolean> resolvedMeanwhile = new CompletableFuture<>();
            context.runOnContext(go -> new VertxHostResolver(vertx).resolve("localhost").subscribe().with(
                    found -> onContext.complete(Vertx.currentContext() == context), onContext::completeExceptionally));
            context.runOnContext(then -> resolvedMeanwhile.complete(onContext.isDone()));

            assertThat(resolvedMeanwhile.get(10, TimeUnit.SECONDS)).isFalse();
            busy.countDown();
            assertThat(onContext.get(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            close(vertx);
        }
    }

    @Test
    void theResolverOfVertxIsAskedIfItIsInUse() {
        Vertx vertx = vertx(false);
        try {
            assertThat(new VertxHostResolver(vertx).resolve("one.test").await().atMost(Duration.ofSeconds(10)))
                    .containsExactly(AddressRange.address("10.0.0.1"));
        } finally {
            close(vertx);
        }
    }

    private static Vertx vertx(boolean jvm) {
        System.setProperty(DISABLED, Boolean.toString(jvm));
        try {
            return Vertx.vertx(new VertxOptions().setWorkerPoolSize(1).setAddressResolverOptions(new AddressResolverOptions()
                    .setHostsValue(Buffer.buffer("10.0.0.1 one.test\n"))));
        } finally {
            System.clearProperty(DISABLED);
        }
    }

    private static void close(Vertx vertx) {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
