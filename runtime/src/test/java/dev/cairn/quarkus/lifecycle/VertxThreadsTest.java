package dev.cairn.quarkus.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

class VertxThreadsTest {

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** As Quarkus' pool is if {@code quarkus.thread-pool.queue-size} bounds it. */
    @Test
    void whatAFullPoolRejectsIsDoneOnceWhenThereIsRoom() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        VertxThreads threads = new VertxThreads((VertxInternal) vertx, () -> action -> {
            if (asked.incrementAndGet() < 4) {
                throw new RejectedExecutionException("full");
            }
            action.run();
            done.countDown();
        });
        threads.worker(ran::incrementAndGet);
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(1);
        assertThat(asked).hasValue(4);
    }

    @Test
    void aPoolThatIsShutDownIsNotAskedAgain() {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.shutdown();
        VertxThreads threads = new VertxThreads((VertxInternal) vertx, () -> pool);
        assertThatThrownBy(() -> threads.worker(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
