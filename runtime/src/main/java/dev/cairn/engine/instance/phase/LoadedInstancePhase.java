package dev.cairn.engine.instance.phase;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The phases of an instance in memory, each with the phases that may follow. {@link PhaseSwitch} refuses any other transition.
 */
public enum LoadedInstancePhase {

    /** Computes, makes calls, takes events and commands. The first phase. */
    RUNNING,
    /** Its entries are being written. It goes on when they are durable. */
    WRITING,
    /** Asks the store whether this node still owns it, because the lease had a gap. */
    ASSURING,
    /** Its entries are being written. It leaves memory when they are durable: it waits for long, or is suspended. */
    LEAVING,
    /** Its end is recorded, and leaves the engine once it is durable. */
    ENDING,
    /** Is no longer in memory: it has ended, waits in the store, was not begun, or the store refused its write. */
    LEFT,
    /** Was taken out of memory because a newer claim exists, or its node stops. */
    RELEASED,
    /** Cannot go on here until it is resumed, or the application is started again. */
    PARKED;

    private EnumSet<LoadedInstancePhase> successors;

    static {
        RUNNING.precedes(WRITING, ASSURING, LEAVING, ENDING, LEFT, RELEASED, PARKED);
        WRITING.precedes(RUNNING, LEFT, RELEASED, PARKED);
        ASSURING.precedes(RUNNING, LEFT, RELEASED, PARKED);
        LEAVING.precedes(LEFT, RELEASED, PARKED);
        ENDING.precedes(LEFT, RELEASED, PARKED);
        LEFT.precedes();
        RELEASED.precedes();
        PARKED.precedes();
    }

    private void precedes(LoadedInstancePhase... next) {
        successors = EnumSet.noneOf(LoadedInstancePhase.class);
        Collections.addAll(successors, next);
    }

    /** True if a phase may follow this one. */
    boolean mayBecome(LoadedInstancePhase next) {
        return successors.contains(next);
    }

    /** The phases that may follow; none after the last phase of an instance in memory. */
    public Set<LoadedInstancePhase> successors() {
        return Collections.unmodifiableSet(successors);
    }

    /** True while the answer of the store decides how the instance goes on: everything else waits for it. */
    public boolean awaitsStore() {
        return this == WRITING || this == ASSURING || this == LEAVING || this == ENDING;
    }

    /** True once the instance is no longer in memory. */
    public boolean isGone() {
        return this == LEFT || this == RELEASED || this == PARKED;
    }

    /** True once the instance has ended, or is no longer in memory. */
    public boolean isOver() {
        return this == ENDING || isGone();
    }

    /** True if only messages are handled whose senders wait for an answer: others, such as an answer of the store, come too late. */
    public boolean onlyAnswers() {
        return this == RELEASED || this == PARKED;
    }
}
