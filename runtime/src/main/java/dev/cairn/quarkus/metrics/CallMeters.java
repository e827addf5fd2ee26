package dev.cairn.quarkus.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

import dev.cairn.api.WorkflowError;
import dev.cairn.engine.observer.CallKind;
import dev.cairn.engine.observer.CallObserver;
import dev.cairn.engine.observer.CallOutcome;
import dev.cairn.program.ErrorGuardRange;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.time.TimeSource;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/** Times the attempts at one call of a program. */
final class CallMeters {

    private final MeterRegistry registry;
    private final TimeSource time;
    private final Tags tags;
    /** By outcome. Null until the first such outcome, except for the two that the constructor registers. */
    private final AtomicReferenceArray<Timer> timers = new AtomicReferenceArray<>(CallOutcome.values().length);
    /** Null if the call undoes nothing. */
    private final Counter compensations;

    CallMeters(MeterRegistry registry, Tags program, Program data, int index, TimeSource time) {
        this.registry = registry;
        this.time = time;
        Operation operation = data.operations().get(index);
        Tags task = program.and("task", data.tasks().get(operation.task()).reference());
        this.tags = task.and("target", MeterNames.value(CallKind.of(operation)));
        this.compensations = data.guards().stream().filter(ErrorGuardRange::compensates)
                .noneMatch(guard -> guard.isUndoneBy(index))
                        ? null
                        : Counter.builder(MeterNames.COMPENSATIONS).description("Calls that undo what was done").tags(task)
                                .register(registry);
        timer(CallOutcome.COMPLETED);
        timer(CallOutcome.FAILED);
    }

    private Timer timer(CallOutcome outcome) {
        Timer known = timers.get(outcome.ordinal());
        if (known != null) {
            return known;
        }
        // Two threads may come here at once: the registry gives both the same timer.
        Timer timer = Timer.builder(MeterNames.CALLS).description("Attempts at calls").tags(tags)
                .tag("outcome", MeterNames.value(outcome)).serviceLevelObjectives(MeterNames.CALL_BUCKETS).register(registry);
        timers.set(outcome.ordinal(), timer);
        return timer;
    }

    CallObserver begin() {
        if (compensations != null) {
            compensations.increment();
        }
        return new Attempt(time.elapsedNanos());
    }

    private final class Attempt implements CallObserver {
        private final long sinceNanos;

        Attempt(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }

        @Override
        public void ended(CallOutcome outcome, WorkflowError failure) {
            timer(outcome).record(time.elapsedNanos() - sinceNanos, TimeUnit.NANOSECONDS);
        }
    }
}
