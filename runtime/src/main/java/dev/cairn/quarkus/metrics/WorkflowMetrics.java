package dev.cairn.quarkus.metrics;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.observer.CallObserver;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.RetryDecisionNotice;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.TaskInfo;
import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonPayload;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/** Counts and times the instances of one program. It keeps nothing about a single one, so one object serves all of them. */
final class WorkflowMetrics implements ProgramInstancesObserver, InstanceObserver {

    private final MeterRegistry registry;
    private final Tags tags;
    private final Counter started;
    /** By {@link InstanceStatus#ordinal()}; null for those that are no end. */
    private final Timer[] ended = new Timer[InstanceStatus.values().length];
    /** By operation; null for those that call nothing. */
    private final CallMeters[] calls;
    private final Set<String> tasks;
    /** By outcome and task: few tasks are ever tried again. */
    private final Map<String, Counter> retries = new ConcurrentHashMap<>();
    private final Timer timers;
    private final Timer deadlines;
    private final Counter eventsTaken;
    private final Counter longWork;
    private final Counter excessiveWork;

    WorkflowMetrics(MeterRegistry registry, Program program, TimeSource time) {
        this.registry = registry;
        this.tags = MeterNames.ofProgram(program.workflow(), program.version());
        this.started = counter(MeterNames.STARTED, "Instances that were started");
        for (InstanceStatus status : InstanceStatus.values()) {
            if (status.ended()) {
                ended[status.ordinal()] = ended(MeterNames.value(status));
            }
        }
        this.calls = new CallMeters[program.operations().size()];
        for (int index = 0; index < calls.length; index++) {
            Operation operation = program.operations().get(index);
            if (operation instanceof Operation.Call || operation instanceof Operation.Emit) {
                calls[index] = new CallMeters(registry, tags, program, index, time);
            }
        }
        this.tasks = program.tasks().stream().map(TaskInfo::reference).collect(Collectors.toUnmodifiableSet());
        this.timers = lag("timer");
        this.deadlines = lag("deadline");
        this.eventsTaken = counter(MeterNames.EVENTS_TAKEN, "Events that instances took in");
        this.longWork = counter(MeterNames.LONG_WORK, "Instances that computed for long without an effect");
        this.excessiveWork = counter(MeterNames.EXCESSIVE_WORK,
                "Instances that faulted since they computed too long without an effect");
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private Timer ended(String status) {
        Timer timer = Timer.builder(MeterNames.DURATION).description("Time from the start of instances to their end").tags(tags)
                .tag("status", status).serviceLevelObjectives(MeterNames.INSTANCE_BUCKETS).register(registry);
        FunctionCounter.builder("cairn.instances." + status, timer, Timer::count)
                .description("Instances that ended as " + status).tags(tags).register(registry);
        return timer;
    }

    private Timer lag(String kind) {
        return Timer.builder(MeterNames.TIMERS).description("How late instances learn that a time has come").tags(tags)
                .tag("kind", kind).serviceLevelObjectives(MeterNames.LAG_BUCKETS).register(registry);
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
    public void became(InstanceStatus before, InstanceStatus now, Ended how, long ageMillis) {
        if (before == InstanceStatus.PENDING) {
            started.increment();
        }
        Timer timer = ended[now.ordinal()];
        if (timer != null) {
            timer.record(ageMillis, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void worksLong() {
        longWork.increment();
    }

    @Override
    public void workBoundReached() {
        excessiveWork.increment();
    }

    @Override
    public void retried(RetryDecisionNotice note) {
        String outcome = note.again() ? "retried" : "exhausted";
        String named = note.error().instance();
        // An error that was raised on purpose may name anything, and each name would be a series.
        String task = named != null && tasks.contains(named) ? named : MeterNames.NO_TASK;
        retries.computeIfAbsent(outcome + task, key -> Counter.builder(MeterNames.RETRIES)
                .description("Errors that a retry policy was asked about").tags(tags).tag("task", task).tag("outcome", outcome)
                .register(registry)).increment();
    }

    @Override
    public CallObserver callBegins(int operation, String effectId) {
        return calls[operation].begin();
    }

    @Override
    public void timerFired(String effectId, boolean deadline, long lagMillis) {
        (deadline ? deadlines : timers).record(lagMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void eventTaken(int operation, JsonPayload event) {
        eventsTaken.increment();
    }
}
