package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class PureWorkTest {

    private final List<Runnable> workers = new ArrayList<>();
    private final List<Integer> done = new ArrayList<>();
    private final PureWork work = new PureWork(workers::add, 2);

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            int number = i;
            work.add(() -> done.add(number));
        }
    }

    @Test
    void noMoreIsDoneAtOnceThanIsAllowed() {
        add(5);
        assertThat(workers).hasSize(2);
        workers.remove(0).run();
        assertThat(workers).as("who is done hands on").hasSize(2);
    }

    @Test
    void itIsDoneInItsOrderAndAllOfIt() {
        add(5);
        while (!workers.isEmpty()) {
            workers.remove(0).run();
        }
        assertThat(done).containsExactly(0, 1, 2, 3, 4);
        add(1);
        assertThat(workers).as("idle workers are not kept").hasSize(1);
    }

    @Test
    void whatFailsDoesNotHoldUpTheRest() {
        work.add(() -> {
            throw new OutOfMemoryError("planted");
        });
        add(3);
        Runnable broken = workers.remove(0);
        assertThatThrownBy(broken::run).isInstanceOf(OutOfMemoryError.class);
        while (!workers.isEmpty()) {
            workers.remove(0).run();
        }
        assertThat(done).containsExactly(0, 1, 2);
    }

    @Test
    void manyThreadsAddAndDo() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            PureWork shared = new PureWork(pool::execute, 3);
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            CountDownLatch left = new CountDownLatch(40_000);
            for (int thread = 0; thread < 4; thread++) {
                pool.execute(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        shared.add(() -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            running.decrementAndGet();
                            left.countDown();
                        });
                    }
                });
            }
            assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(most.get()).isBetween(1, 3);
        } finally {
            pool.shutdownNow();
        }
    }
}
