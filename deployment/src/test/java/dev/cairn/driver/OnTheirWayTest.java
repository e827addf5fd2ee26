package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class OnTheirWayTest {

    private final OnTheirWay onTheirWay = new OnTheirWay();
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

        onTheirWay.remove("2");
        assertThat(told).isEmpty();
        onTheirWay.remove("1");
        assertThat(told).containsExactly("a");
        onTheirWay.remove("3");
        assertThat(told).containsExactly("a", "b");
    }

    @Test
    void whatIsOnItsWayAlreadyIsNotOnItsWayTwice() {
        assertThat(onTheirWay.add("1")).isTrue();
        assertThat(onTheirWay.add("1")).isFalse();
        onTheirWay.whenArrived(() -> told.add("a"));
        onTheirWay.remove("1");
        onTheirWay.remove("1");

        assertThat(told).containsExactly("a");
        assertThat(onTheirWay.contains("1")).isFalse();
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
                    onTheirWay.remove(name + i);
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
