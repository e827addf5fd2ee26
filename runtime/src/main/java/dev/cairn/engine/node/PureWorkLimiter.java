package dev.cairn.engine.node;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jboss.logging.Logger;

import dev.cairn.api.CairnException;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.port.OverloadException;
import dev.cairn.executor.InstanceState;
import dev.cairn.program.Program;
import dev.cairn.time.LogRateLimiter;
import dev.cairn.time.TimeSource;

/** Bounds pure work, and logs the instances that do much of it. Thread-safe. */
public final class PureWorkLimiter {

    /** An instance that has used this part of its limit causes a warning. */
    private static final int TOLD_FRACTION = 10;
    /** A workflow has one message in this time. */
    private static final long LOG_INTERVAL_MILLIS = 60_000;

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final PureWorkOptions options;
    private final PureWorkScheduler work;
    private final TimeSource time;
    private final ProgramObserverIndex observers;
    private final long toldFromUnits;
    private final LogRateLimiter refusals;
    private final Map<String, LogRateLimiter> longWork = new ConcurrentHashMap<>();

    PureWorkLimiter(PureWorkOptions options, PureWorkScheduler work, TimeSource time, ProgramObserverIndex observers) {
        this.options = options;
        this.work = work;
        this.time = time;
        this.observers = observers;
        this.refusals = new LogRateLimiter(time, LOG_INTERVAL_MILLIS);
        this.toldFromUnits = Math.max(1, options.instanceBudget() / TOLD_FRACTION);
    }

    /** True if the work of an instance since the last effect is worth a warning. */
    public boolean isMuch(InstanceState state) {
        return state.worked() >= toldFromUnits;
    }

    /** Says that an instance has computed much. */
    public void tell(String id, InstanceState state) {
        Program program = state.program().program();
        observers.of(program).worksLong();
        if (!longWork.computeIfAbsent(program.workflow(), workflow -> new LogRateLimiter(time, LOG_INTERVAL_MILLIS)).isDue()) {
            return;
        }
        LOG.warnf(
                "CAIRN-0479: An instance computes for long without an effect [workflow=%s, instance=%s, task=%s, units=%d]. It"
                        + " yields to others meanwhile. At %d units it faults (quarkus.cairn.work.instance-budget); it can be suspended or"
                        + " cancelled before.",
                program.id(), id, state.task(), state.worked(), options.instanceBudget());
    }

    /** The error of an instance that has computed longer than its bound without an effect, or null. */
    public WorkflowError tooMuch(InstanceState state) {
        return state.worked() < options.instanceBudget() ? null
                : WorkflowError.of(Standard.RUNTIME, "Too much work without an effect",
                        "CAIRN-0478: The instance has computed " + state.worked()
                                + " units since its last effect; the limit is " + options.instanceBudget()
                                + ". End the loop of the definition, or raise quarkus.cairn.work.instance-budget and retry the"
                                + " instance.",
                        state.task());
    }

    /** An instance is ended that has computed too much. */
    public void ends(InstanceState state) {
        observers.of(state.program().program()).workBoundReached();
    }

    /** The refusal to begin an instance of a workflow that needs a worker, or null if there is room for it. */
    public CairnException refusal(String workflow) {
        int waiting = work.waiting();
        if (waiting < options.maxWaiting()) {
            return null;
        }
        CairnException refusal = new OverloadException(OverloadException.Limit.PURE_WORK,
                "CAIRN-0480: Cannot start an instance [workflow=" + workflow + ", waiting=" + waiting
                        + "]: too much pure work waits for a worker"
                        + " (quarkus.cairn.work.max-waiting). Nothing was started. Try again later.");
        if (refusals.isDue()) {
            LOG.warn(refusal.getMessage());
        }
        return refusal;
    }
}
