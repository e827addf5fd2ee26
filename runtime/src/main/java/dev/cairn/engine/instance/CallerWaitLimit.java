package dev.cairn.engine.instance;

import java.util.function.Consumer;

/**
 * Bounds the time that a caller who starts an instance waits for its result. Until the wait is over, a start that only computes
 * is written together with its result. When the wait is over, the start is made durable before the computation goes on.
 * Thread-safe.
 */
public final class CallerWaitLimit {

    private final Consumer<String> beginning;
    private volatile boolean over;
    private volatile InstanceActorReference instance;

    /** Lasts until {@link #end}. */
    public CallerWaitLimit() {
        this(false, id -> {});
    }

    /**
     * Lasts until {@link #end}.
     *
     * @param beginning told the id of a new instance before its first task; must not block
     */
    public CallerWaitLimit(Consumer<String> beginning) {
        this(false, beginning);
    }

    private CallerWaitLimit(boolean over, Consumer<String> beginning) {
        this.over = over;
        this.beginning = beginning;
    }

    /** None at all: the caller waits only until the start is durable. */
    public static CallerWaitLimit none() {
        return new CallerWaitLimit(true, id -> {});
    }

    /** From now on the caller waits only until the start is durable. */
    public void end() {
        over = true;
        InstanceActorReference begun = instance;
        if (begun != null) {
            begun.acknowledge();
        }
    }

    /** True once the caller waits no longer for the result. */
    public boolean isOver() {
        return over;
    }

    /** An instance begins for which the caller waits. */
    public void begins(String instanceId) {
        beginning.accept(instanceId);
    }

    /** The caller waits for this instance. */
    public void waitsFor(InstanceActorReference begun) {
        instance = begun;
        if (isOver()) {
            begun.acknowledge();
        }
    }
}
