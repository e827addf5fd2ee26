package dev.cairn.engine.rate;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.program.Program;
import dev.cairn.time.TimeSource;

/**
 * Counts for each workflow how many instances were started on this node and how many ended, in intervals of ten seconds over
 * the last ten minutes. Its memory is bounded by the number of workflows. Thread-safe.
 */
public final class InstanceRates implements EngineObserver {

    private final TimeSource time;
    private final Map<String, WorkflowRateCounters> byWorkflow = new ConcurrentHashMap<>();

    /** Nothing is counted yet. */
    public InstanceRates(TimeSource time) {
        this.time = time;
    }

    @Override
    public ProgramInstancesObserver program(Program program) {
        return byWorkflow.computeIfAbsent(program.workflow(), any -> new WorkflowRateCounters(time));
    }

    /** Qualified names of the workflows of the application. */
    public Set<String> workflows() {
        return new TreeSet<>(byWorkflow.keySet());
    }

    /** The length of an interval. */
    public Duration interval() {
        return Duration.ofMillis(RateRing.BUCKET_MILLIS);
    }

    /** When the interval of now began. */
    public Instant latest() {
        return Instant.ofEpochMilli(time.millis() / RateRing.BUCKET_MILLIS * RateRing.BUCKET_MILLIS);
    }

    /**
     * The counts of a workflow in each interval.
     *
     * @param workflow one of {@link #workflows}
     * @return oldest first; the last is that of now, which is not over
     */
    public long[] counts(String workflow, RateKind kind) {
        return byWorkflow.get(workflow).counts(kind);
    }
}
