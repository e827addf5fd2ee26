package dev.cairn.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceRow;

class LoadingInstanceTrackerTest {

    private final LoadingInstanceTracker onTheirWay = new LoadingInstanceTracker();
    private final List<String> told = new ArrayList<>();

    @Test
    void whoWaitsForNobodyIsToldAtOnce() {
        onTheirWay.whenArrived(() -> told.add("a"));
        assertThat(told).containsExactly("a");
    }

    @Test
    void whoWaitsIsToldWhenAllArrivedThatWereOnTheirWayThenAndNoOthers() {
        onTheirWay.add("1");
        onTheirWay.add("2");
        onTheirWay.whenArrived(() -> told.add("a"));
        onTheirWay.add("3");
        onTheirWay.whenArrived(() -> told.add("b"));

        onTheirWay.remove("2", 0);
        assertThat(told).isEmpty();
        onTheirWay.remove("1", 0);
        assertThat(told).containsExactly("a");
        onTheirWay.remove("3", 0);
        assertThat(told).containsExactly("a", "b");
    }

    @Test
    void whatIsOnItsWayAlreadyIsNotOnItsWayTwice() {
        assertThat(onTheirWay.add("1")).isTrue();
        assertThat(onTheirWay.add("1")).isFalse();
        onTheirWay.whenArrived(() -> told.add("a"));
        onTheirWay.remove("1", 0);
        onTheirWay.remove("1", 0);

        assertThat(told).containsExactly("a");
        assertThat(onTheirWay.contains("1")).isFalse();
    }

    @Test
    void whatIsClaimedMeanwhileStaysOnItsWayWithThatClaimUnlessItIsOlder() {
        onTheirWay.add("1");
        ClaimedInstance claimed = claimed("1", 7);
        assertThat(onTheirWay.add(claimed)).isFalse();
        onTheirWay.whenArrived(() -> told.add("a"));
        assertThat(onTheirWay.remove("1", 6)).isEqualTo(claimed);
        assertThat(told).isEmpty();
        assertThat(onTheirWay.add(claimed)).isFalse();
        assertThat(onTheirWay.remove("1", 7)).isNull();
        assertThat(told).containsExactly("a");
        assertThat(onTheirWay.add(claimed)).isTrue();
    }

    @Test
    void whatSetsOutAgainOnceItHasArrivedStaysOnItsWay() {
        onTheirWay.add("1");
        onTheirWay.whenArrived(() -> onTheirWay.add("1"));
        assertThat(onTheirWay.remove("1", 0)).isNull();
        assertThat(onTheirWay.contains("1")).isTrue();
    }

    private static ClaimedInstance claimed(String id, long epoch) {
        InstanceRow row = new InstanceRow(id, "test:case", "1.0.0", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, "node");
        return new ClaimedInstance(new Claim(row, epoch, 1), 1);
    }

    @Test
    void eachIsToldOnceHoweverManyThreadsThereAre() throws Exception {
        AtomicInteger tellings = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            String name = thread + "-";
            all.add(threads.submit(() -> {
                for (int i = 0; i < 20_000; i++) {
                    onTheirWay.add(name + i);
                    onTheirWay.whenArrived(tellings::incrementAndGet);
                    onTheirWay.remove(name + i, 0);
                }
            }));
        }
        for (Future<?> one : all) {
            one.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();
        assertThat(tellings).hasValue(80_000);
    }
}
