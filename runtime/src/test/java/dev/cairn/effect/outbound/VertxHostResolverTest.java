package dev.cairn.effect.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;

/** Both resolvers that Vert.x can have. Quarkus uses that of the JVM, unless quarkus.vertx.use-async-dns is true. */
class VertxHostResolverTest {

    private static final String DISABLED = "vertx.disableDnsResolver";

    @Test
    void aThreadOfItsOwnAsksTheResolverOfTheJvmAlsoIfAllWorkersAreBusy() throws Exception {
        Vertx vertx = vertx(true);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        try (VertxHostResolver resolver = new VertxHostResolver(vertx, host -> {
            asked.countDown();
            await(slow);
            return InetAddress.getAllByName(host);
        })) {
            // The only worker.
            vertx.executeBlocking(() -> busy.await(60, TimeUnit.SECONDS), false);
            Context context = vertx.getOrCreateContext();
            CompletableFuture<Boolean> onContext = new CompletableFuture<>();
            CompletableFuture<Boolean> resolvedMeanwhile = new CompletableFuture<>();
            context.runOnContext(go -> resolver.resolve("localhost").subscribe().with(
                    found -> onContext.complete(Vertx.currentContext() == context), onContext::completeExceptionally));
            await(asked);
            context.runOnContext(then -> resolvedMeanwhile.complete(onContext.isDone()));

            assertThat(resolvedMeanwhile.get(10, TimeUnit.SECONDS)).as("the event loop goes on").isFalse();
            slow.countDown();
            assertThat(onContext.get(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            busy.countDown();
            close(vertx);
        }
    }

    /** More names than threads: those whose calls end before a thread is free are not looked up. */
    @Test
    void aLookupThatWaitsForAThreadEndsWithItsCall() throws Exception {
        Vertx vertx = vertx(true);
        Set<String> asked = ConcurrentHashMap.newKeySet();
        CountDownLatch slow = new CountDownLatch(1);
        try (VertxHostResolver resolver = new VertxHostResolver(vertx, host -> {
            asked.add(host);
            await(slow);
            return InetAddress.getAllByName("127.0.0.1");
        })) {
            List<Cancellable> calls = IntStream.range(0, 40)
                    .mapToObj(i -> resolver.resolve("host-" + i).subscribe().with(found -> {}, failure -> {})).toList();
            calls.forEach(Cancellable::cancel);
            CompletableFuture<List<InetAddress>> last = resolver.resolve("last").subscribeAsCompletionStage();
            slow.countDown();

            assertThat(last.get(10, TimeUnit.SECONDS)).hasSize(1);
            assertThat(asked).hasSizeLessThan(10).contains("last");
        } finally {
            close(vertx);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
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
