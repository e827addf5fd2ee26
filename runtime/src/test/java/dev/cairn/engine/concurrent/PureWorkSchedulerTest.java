package dev.cairn.engine.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PureWorkSchedulerTest {

    private final List<Runnable> workers = new ArrayList<>();
    private final List<Integer> done = new ArrayList<>();
    private long nowNanos;
    private final PureWorkScheduler work = new PureWorkScheduler(workers::add, 2, () -> nowNanos, false);
    private final PureWorkScheduler.Lane lane = work.lane("test:case");

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            int number = i;
            lane.add(() -> done.add(number));
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
        lane.add(() -> {
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
            PureWorkScheduler shared = new PureWorkScheduler(pool::execute, 3, System::nanoTime, true);
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            CountDownLatch left = new CountDownLatch(40_000);
            for (int thread = 0; thread < 4; thread++) {
                PureWorkScheduler.Lane own = shared.lane("test:" + thread);
                pool.execute(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        own.add(() -> {
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

    @Test
    void theLaneThatHadLessTimeComesNext() {
        PureWorkScheduler one = new PureWorkScheduler(workers::add, 1, () -> nowNanos, false);
        PureWorkScheduler.Lane heavy = one.lane("test:heavy");
        PureWorkScheduler.Lane honest = one.lane("test:honest");
        for (int i = 0; i < 4; i++) {
            heavy.add(() -> {
                nowNanos += 1_000;
                done.add(1);
            });
        }
        for (int i = 0; i < 4; i++) {
            honest.add(() -> {
                nowNanos += 100;
                done.add(2);
            });
        }
        runAll();
        assertThat(done).containsExactly(1, 2, 2, 2, 2, 1, 1, 1);
    }

    @Test
    void lanesTakeTurnsWhereNoTimePasses() {
        PureWorkScheduler one = new PureWorkScheduler(workers::add, 1, () -> nowNanos, false);
        for (int i = 0; i < 3; i++) {
            one.lane("test:a").add(() -> done.add(1));
        }
        for (int i = 0; i < 3; i++) {
            one.lane("test:b").add(() -> done.add(2));
        }
        runAll();
        assertThat(done).containsExactly(1, 2, 1, 2, 1, 2);
    }

    @Test
    void aLaneThatWasIdleHasSavedUpNoTimeAndOneThatHadMuchMakesUpForLittle() {
        PureWorkScheduler one = new PureWorkScheduler(workers::add, 1, () -> nowNanos, false);
        PureWorkScheduler.Lane busy = one.lane("test:busy");
        PureWorkScheduler.Lane idle = one.lane("test:idle");
        for (int i = 0; i < 3; i++) {
            busy.add(() -> {
                nowNanos += 100 * PureWorkScheduler.MAX_LEAD_NANOS;
                done.add(1);
            });
        }
        workers.remove(0).run();
        for (int i = 0; i < 30; i++) {
            idle.add(() -> {
                nowNanos += PureWorkScheduler.MAX_LEAD_NANOS / 10;
                done.add(2);
            });
        }
        runAll();
        assertThat(done.subList(0, 15)).contains(1, 2).filteredOn(lane -> lane == 1).hasSizeBetween(2, 3);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatTakesLongInOnePieceLetsOthersHaveTheirTurn() {
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            PureWorkScheduler one = new PureWorkScheduler(pool::execute, 1, System::nanoTime, true);
            CountDownLatch honest = new CountDownLatch(1);
            CountDownLatch heavy = new CountDownLatch(3);
            for (int i = 0; i < 3; i++) {
                one.lane("test:heavy").addInSlices(slot -> {
                    while (honest.getCount() > 0) {
                        slot.giveWay();
                    }
                    heavy.countDown();
                });
            }
            one.lane("test:honest").add(honest::countDown);
            assertThat(awaited(heavy)).isTrue();
            assertThat(one.waiting()).isZero();
        } finally {
            pool.shutdown();
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoGivesWayGoesOnWhereNoThreadIsLeft() {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        try {
            PureWorkScheduler one = new PureWorkScheduler(pool::execute, 1, System::nanoTime, true);
            CountDownLatch all = new CountDownLatch(2);
            one.lane("test:heavy").addInSlices(slot -> {
                one.lane("test:honest").add(all::countDown);
                slot.giveWay();
                all.countDown();
            });
            assertThat(awaited(all)).isTrue();
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void workThatWaitsWhenTheApplicationHasStoppedIsDroppedWithoutAWord() {
        List<Runnable> first = new ArrayList<>();
        PureWorkScheduler one = new PureWorkScheduler(action -> {
            if (!first.isEmpty()) {
                throw new RejectedExecutionException("shut down");
            }
            first.add(action);
        }, 1, () -> nowNanos++, true);
        one.lane("test:heavy").addInSlices(slot -> {
            one.lane("test:honest").add(() -> done.add(2));
            slot.giveWay();
            done.add(1);
        });
        first.get(0).run();
        assertThat(done).as("the work under way ends").containsExactly(1);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void runAll() {
        while (!workers.isEmpty()) {
            workers.remove(0).run();
        }
    }
}
