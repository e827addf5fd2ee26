package dev.cairn.bench.application.arrival;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;

/**
 * Starts instances when they are due, no matter how many have not ended, and observes the end of each. A start that is called late counts
 * from the time at which it was due.
 */
final class ArrivalRun {

    private static final long TICK_MICROS = 500;

    private final CairnClient cairn;
    private final ScheduledExecutorService pacer;
    private final ArrivalScenario scenario;
    private final ArrivalRequest request;
    private final LatencyRecorder latencies;
    private final LatencyRecorder delays;
    private final AtomicInteger remaining;
    private final AtomicInteger completed = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private int started;
    private long firstNanos;

    ArrivalRun(CairnClient cairn, ScheduledExecutorService pacer, ArrivalScenario scenario, ArrivalRequest request) {
        this.cairn = cairn;
        this.pacer = pacer;
        this.scenario = scenario;
        this.request = request;
        this.latencies = new LatencyRecorder(request.count());
        this.delays = new LatencyRecorder(request.count());
        this.remaining = new AtomicInteger(request.count());
    }

    /** Begins to start instances. Completes when all instances have ended, or when the time for that is over. Called once. */
    CompletableFuture<Void> begin() {
        firstNanos = System.nanoTime();
        ScheduledFuture<?> ticks = pacer.scheduleAtFixedRate(this::tick, 0, TICK_MICROS, TimeUnit.MICROSECONDS);
        long lastDueNanos = dueNanos(request.count() - 1) - firstNanos;
        ScheduledFuture<?> patience = pacer.schedule(() -> done.complete(null),
                lastDueNanos + TimeUnit.SECONDS.toNanos(request.patienceSeconds()), TimeUnit.NANOSECONDS);
        return done.whenComplete((ended, failed) -> {
            ticks.cancel(false);
            patience.cancel(false);
        });
    }

    private void tick() {
        while (started < request.count() && System.nanoTime() >= dueNanos(started)) {
            start(started++);
        }
    }

    private long dueNanos(int number) {
        return firstNanos + number * TimeUnit.MINUTES.toNanos(1) / request.perMinute();
    }

    private void start(int number) {
        long due = dueNanos(number);
        delays.record(number, System.nanoTime() - due);
        cairn.start(scenario.workflow(), scenario.input(number)).subscribe().with(
                handle -> observe(handle, number, due),
                refused -> {
                    dropped.incrementAndGet();
                    failed(refused.toString());
                });
    }

    private void observe(InstanceHandle handle, int number, long due) {
        handle.result().subscribe().with(output -> ended(number, due, output), failed -> failed(failed.toString()));
    }

    private void ended(int number, long due, JsonNode output) {
        if (scenario.isRight(number, output)) {
            latencies.record(number, System.nanoTime() - due);
            completed.incrementAndGet();
            countDown();
        } else {
            failed("Output " + output);
        }
    }

    private void failed(String reason) {
        failure.compareAndSet(null, reason.substring(0, Math.min(300, reason.length())));
        countDown();
    }

    private void countDown() {
        if (remaining.decrementAndGet() == 0) {
            done.complete(null);
        }
    }

    /** The outcome; called when {@link #begin} has completed. */
    ArrivalReport report(long writes, long commits, AllocationProfile profile) {
        double seconds = (System.nanoTime() - firstNanos) / 1e9;
        int ended = completed.get();
        return new ArrivalReport(
                new ArrivalCounts(request.count(), ended, dropped.get(), request.count() - ended - dropped.get()),
                ArrivalLatencies.of(latencies, delays), seconds, (double) writes / Math.max(ended, 1),
                (double) commits / Math.max(ended, 1), failure.get(), profile);
    }
}
