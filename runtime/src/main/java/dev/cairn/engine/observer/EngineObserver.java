package dev.cairn.engine.observer;

import java.util.Comparator;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.TraceContext;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceStore;
import dev.cairn.value.JsonPayload;

/**
 * Observes the engine, for metrics and traces. Observers resolve their objects once for each program, so that no event needs a
 * lookup. All methods do nothing by default; without an observer nothing is computed or allocated for one. Thread-safe. Must
 * not throw or block.
 */
public interface EngineObserver {

    /** Wants to know nothing. */
    EngineObserver NONE = new EngineObserver() {};

    /**
     * An observer that notifies all of these. A failure of one of them is logged; the other observers and the instances go on.
     */
    static EngineObserver of(List<EngineObserver> observers) {
        // The last first: each pair notifies one observer together with all that follow it.
        return observers.stream()
                .sorted(Comparator.comparing(EngineObserver::hasSpans).thenComparing(EngineObserver::needsSpan).reversed())
                .<EngineObserver>map(GuardedObserverDecorators.OfEngine::new)
                .reduce((later, earlier) -> new CompositeObservers.OfEngine(earlier, later)).orElse(NONE);
    }

    /**
     * True to be notified {@linkplain InstanceObserver#within within} the span of an observer that makes spans. Metrics need
     * this for exemplars.
     */
    default boolean needsSpan() {
        return false;
    }

    /** True if this observer makes spans. Observers that {@linkplain #needsSpan need a span} are then notified within them. */
    default boolean hasSpans() {
        return false;
    }

    /**
     * Observes the requests of the engine to the store.
     *
     * @return the store that the engine uses instead, which hands everything on; the same one if nothing is observed
     */
    default InstanceStore store(InstanceStore store) {
        return store;
    }

    /** Resolves the observer for the instances of a program. Called once for each program, before the first instance. */
    default ProgramInstancesObserver program(Program program) {
        return ProgramInstancesObserver.NONE;
    }

    /** Trace position of the code that runs on this thread, or null: work that it starts belongs there. */
    default TraceContext caller() {
        return null;
    }

    /** Trace position of the code that published an event, or null: work that the event starts belongs there. */
    default TraceContext publisher(JsonNode event) {
        return null;
    }

    /** An instance is parked on this node. Its program may be unknown to this build. */
    default void parked(String workflow, String version, String instanceId, WorkflowError reason) {}

    /** A valid start was refused. */
    default void startRefused(StartRefusal reason) {}

    /**
     * An event was offered to the instances of this node.
     *
     * @param taken true if an instance took it
     */
    default void eventOffered(JsonPayload event, boolean taken) {}

    /** An event was to start an instance of a workflow, and the outcome is durable. */
    default void startedByEvent(String workflow, EventStartOutcome outcome) {}

    /** An event of this node was published, and each instance of any node that takes it has it. */
    default void eventPublished(PublishResult.Outcome outcome) {}

    /** The search for instances outside of memory was left out for correlations of an event: their values cost too much. */
    default void eventSearchLeftOut() {}

    /** This node has claimed unfinished instances that no living node owned. */
    default void claimedOrphans(int instances) {}

    /** Another node owns an instance that this one had in memory. */
    default void takenOver(String instanceId) {}

    /**
     * A schedule has started an instance.
     *
     * @param lateMillis time since it was to be started, jitter included; at least 0
     */
    default void occurrenceStarted(String workflow, long lateMillis) {}

    /** Occurrences of a schedule start no instance. */
    default void occurrencesDropped(String workflow, OccurrenceLossReason reason, long occurrences) {}

    /** This node leaves a schedule of a definition alone, because a newer version of the workflow has stated it. */
    default void scheduleHeld(String workflow) {}

    /** A request of a call was not made, because its target is not admitted. */
    default void outboundRefused(OutboundRefusal refusal) {}

    /** A request of a call of a workflow was not made, because a guard of its host refused it. */
    default void callHeldBack(String workflow, CallGuardKind guard) {}

    /** The lease was got, for the first time or after a gap. */
    default void leaseBegan(long term) {}

    /**
     * A group of writes was committed, or the store refused it.
     *
     * @param writes number of instances that were written
     */
    default void groupCommitted(int writes, long nanos, boolean failed) {}
}
