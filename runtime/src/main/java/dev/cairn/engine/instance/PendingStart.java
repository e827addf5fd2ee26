package dev.cairn.engine.instance;

import dev.cairn.api.CairnException;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.node.PureWorkLimiter;

/** The start of a new instance until it is durable: its promise, its urgency and its refusal. */
final class PendingStart {

    private final Promise<Boolean> durable = new Promise<>();
    private final String workflow;
    private final PureWorkLimiter workLimits;
    private final InstanceExitHandler supervisor;
    private volatile boolean hurried;

    PendingStart(String workflow, PureWorkLimiter workLimits, InstanceExitHandler supervisor) {
        this.workflow = workflow;
        this.workLimits = workLimits;
        this.supervisor = supervisor;
    }

    /** Becomes true when the start is durable, false if the id was taken; fails if the store does. */
    Promise<Boolean> durable() {
        return durable;
    }

    /**
     * Sets if the caller waits only until the start is durable: then the start does not wait for later entries to be written
     * with it.
     *
     * @return true if that makes a difference
     */
    boolean hurry(boolean now) {
        boolean changes = now && !hurried && !durable.settled();
        if (now) {
            // Not written otherwise: another caller may have said so meanwhile.
            hurried = true;
        }
        return changes;
    }

    /** True if the start is to be written before long work. */
    boolean isUrgent() {
        return hurried && !durable.settled();
    }

    /** Refuses a new instance that needs a worker, while too much waits for one. */
    boolean isRefused(InstanceActorReference instance) {
        CairnException refusal = durable.settled() ? null : workLimits.refusal(workflow);
        if (refusal != null) {
            supervisor.leaves(instance);
            durable.fail(refusal);
            instance.leave();
        }
        return refusal != null;
    }
}
