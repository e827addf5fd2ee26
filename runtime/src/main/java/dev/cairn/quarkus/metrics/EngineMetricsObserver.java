package dev.cairn.quarkus.metrics;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Singleton;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.WorkflowError;
import dev.cairn.engine.observer.CallGuardKind;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.EventStartOutcome;
import dev.cairn.engine.observer.OccurrenceLossReason;
import dev.cairn.engine.observer.OutboundRefusal;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.engine.observer.StartRefusal;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonPayload;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/**
 * Counts and times what the engine does. All meters but those of rare cases are registered before the first instance: a series that
 * begins at 1 hides its first increase from a query.
 */
@Singleton
public class EngineMetricsObserver implements EngineObserver {

    private final MeterRegistry registry;
    private final TimeSource time;
    private final Map<StartRefusal, Counter> refused = new EnumMap<>(StartRefusal.class);
    private final Map<PublishResult.Outcome, Counter> published = new EnumMap<>(PublishResult.Outcome.class);
    private final Counter eventsTaken;
    private final Counter eventsLeft;
    private final Counter eventsUnsearched;
    private final Counter recovered;
    private final Counter lost;
    private final Counter terms;
    private final Timer committed;
    private final Timer notCommitted;
    private final DistributionSummary groupSize;

    EngineMetricsObserver(MeterRegistry registry, TimeSource time) {
        this.registry = registry;
        this.time = time;
        for (StartRefusal reason : StartRefusal.values()) {
            refused.put(reason, Counter.builder(MeterNames.REFUSED).description("Valid starts that were refused")
                    .tag("reason", MeterNames.value(reason)).register(registry));
        }
        for (PublishResult.Outcome outcome : PublishResult.Outcome.values()) {
            published.put(outcome, Counter.builder(MeterNames.EVENTS_PUBLISHED)
                    .description("Events that were published or emitted on this node").tag("outcome", MeterNames.value(outcome))
                    .register(registry));
        }
        this.eventsTaken = events("taken");
        this.eventsLeft = events("nobody");
        this.eventsUnsearched = Counter.builder(MeterNames.EVENTS_UNSEARCHED)
                .description(
                        "Searches for instances outside of memory that were left out, because their correlations cost too much")
                .register(registry);
        this.recovered = Counter.builder(MeterNames.RECOVERED)
                .description("Unfinished instances of nodes or lives that are gone, which this node has claimed")
                .register(registry);
        this.lost = Counter.builder(MeterNames.LOST).description("Instances of this node that another node has taken over")
                .register(registry);
        this.terms = Counter.builder(MeterNames.LEASE_TERMS)
                .description("How often this node got its lease: more than once if it had lost it").register(registry);
        this.committed = commits(false);
        this.notCommitted = commits(true);
        this.groupSize = DistributionSummary.builder(MeterNames.GROUP_SIZE).description("Instances written by a group commit")
                .serviceLevelObjectives(MeterNames.SIZE_BUCKETS).register(registry);
    }

    private Counter events(String outcome) {
        return Counter.builder(MeterNames.EVENTS_OFFERED)
                .description("Events that were offered to the instances of this node").tag("outcome", outcome)
                .register(registry);
    }

    private Timer commits(boolean failed) {
        return Timer.builder(MeterNames.COMMITS).description("Group commits of the journal")
                .tags(Tags.of(MeterNames.failed(failed))).serviceLevelObjectives(MeterNames.STORE_BUCKETS)
                .register(registry);
    }

    @Override
    public InstanceStore store(InstanceStore store) {
        return new MeasuredStore(store, new StoreMeters(registry, time));
    }

    /** A meter takes its exemplar from the current span. */
    @Override
    public boolean needsSpan() {
        return true;
    }

    @Override
    public ProgramInstancesObserver program(Program program) {
        parked(program.workflow(), program.version());
        if (!program.triggers().schedules().isEmpty()) {
            late(program.workflow());
            held(program.workflow());
            Arrays.stream(OccurrenceLossReason.values()).forEach(reason -> dropped(program.workflow(), reason));
        }
        if (program.triggers().events() != null) {
            Arrays.stream(EventStartOutcome.values()).forEach(outcome -> startsByEvent(program.workflow(), outcome));
        }
        if (program.operations().stream()
                .anyMatch(operation -> operation instanceof Operation.Call call && call.dynamicTarget())) {
            Arrays.stream(OutboundRefusal.Reason.values()).forEach(reason -> refusedCalls(program.workflow(), reason));
        }
        return new WorkflowMetrics(registry, program, time);
    }

    private Counter parked(String workflow, String version) {
        return Counter.builder(MeterNames.PARKED).description("Instances that could not go on and were parked")
                .tags(MeterNames.ofProgram(workflow, version)).register(registry);
    }

    @Override
    public void parked(String workflow, String version, String instanceId, WorkflowError reason) {
        parked(workflow, version).increment();
    }

    @Override
    public void startRefused(StartRefusal reason) {
        refused.get(reason).increment();
    }

    @Override
    public void eventOffered(JsonPayload event, boolean taken) {
        (taken ? eventsTaken : eventsLeft).increment();
    }

    @Override
    public void eventPublished(PublishResult.Outcome outcome) {
        published.get(outcome).increment();
    }

    @Override
    public void eventSearchLeftOut() {
        eventsUnsearched.increment();
    }

    @Override
    public void startedByEvent(String workflow, EventStartOutcome outcome) {
        startsByEvent(workflow, outcome).increment();
    }

    private Counter startsByEvent(String workflow, EventStartOutcome outcome) {
        return Counter.builder(MeterNames.EVENT_STARTS).description("Events that were to start an instance of a workflow")
                .tag("workflow", workflow).tag("outcome", MeterNames.value(outcome)).register(registry);
    }

    @Override
    public void claimedOrphans(int instances) {
        recovered.increment(instances);
    }

    @Override
    public void takenOver(String instanceId) {
        lost.increment();
    }

    @Override
    public void occurrenceStarted(String workflow, long lateMillis) {
        late(workflow).record(lateMillis, TimeUnit.MILLISECONDS);
    }

    private Timer late(String workflow) {
        return Timer.builder(MeterNames.OCCURRENCES)
                .description("Instances that schedules have started, with the time since they were to be started")
                .tag("workflow", workflow).serviceLevelObjectives(MeterNames.LAG_BUCKETS).register(registry);
    }

    @Override
    public void occurrencesDropped(String workflow, OccurrenceLossReason reason, long occurrences) {
        dropped(workflow, reason).increment(occurrences);
    }

    private Counter dropped(String workflow, OccurrenceLossReason reason) {
        return Counter.builder(MeterNames.OCCURRENCES_DROPPED).description("Occurrences of schedules that started no instance")
                .tag("workflow", workflow).tag("reason", MeterNames.value(reason)).register(registry);
    }

    @Override
    public void scheduleHeld(String workflow) {
        held(workflow).increment();
    }

    private Counter held(String workflow) {
        return Counter.builder(MeterNames.SCHEDULES_HELD)
                .description("Schedules that this node leaves alone, because a newer version of the workflow has stated them")
                .tag("workflow", workflow).register(registry);
    }

    @Override
    public void outboundRefused(OutboundRefusal refusal) {
        refusedCalls(refusal.caller().workflow(), refusal.reason()).increment();
    }

    @Override
    public void callHeldBack(String workflow, CallGuardKind guard) {
        refusedCalls(workflow, guard).increment();
    }

    private Counter refusedCalls(String workflow, Enum<?> reason) {
        return Counter.builder(MeterNames.REFUSED_CALLS)
                .description("Requests that were not made: their target is not allowed, or a guard of its host refuses them")
                .tag("workflow", workflow)
                .tag("reason", MeterNames.value(reason)).register(registry);
    }

    @Override
    public void leaseBegan(long term) {
        terms.increment();
    }

    @Override
    public void groupCommitted(int writes, long nanos, boolean failed) {
        (failed ? notCommitted : committed).record(nanos, TimeUnit.NANOSECONDS);
        groupSize.record(writes);
    }
}
