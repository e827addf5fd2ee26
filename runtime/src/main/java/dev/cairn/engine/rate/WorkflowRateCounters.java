package dev.cairn.engine.rate;

import java.util.EnumMap;
import java.util.Map;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.time.TimeSource;

/** Counts the instances of one workflow on this node. It keeps nothing about a single one, so one object serves all of them. */
final class WorkflowRateCounters implements ProgramInstancesObserver, InstanceObserver {

    private final TimeSource time;
    private final Map<RateKind, RateRing> rings = new EnumMap<>(RateKind.class);

    WorkflowRateCounters(TimeSource time) {
        this.time = time;
        for (RateKind kind : RateKind.values()) {
            rings.put(kind, new RateRing());
        }
    }

    /** As {@link InstanceRates#counts}. */
    long[] counts(RateKind kind) {
        return rings.get(kind).counts(time.millis());
    }

    @Override
    public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
        return this;
    }

    @Override
    public void becameAtRest(String instanceId, InstanceStatus before, InstanceStatus now, long ageMillis) {
        became(before, now, null, ageMillis);
    }

    @Override
    public void became(InstanceStatus before, InstanceStatus now, Ended ended, long ageMillis) {
        if (before == InstanceStatus.PENDING) {
            count(RateKind.STARTED);
        }
        if (now == InstanceStatus.COMPLETED) {
            count(RateKind.COMPLETED);
        } else if (now == InstanceStatus.FAULTED) {
            count(RateKind.FAULTED);
        }
    }

    private void count(RateKind kind) {
        rings.get(kind).add(time.millis());
    }
}
