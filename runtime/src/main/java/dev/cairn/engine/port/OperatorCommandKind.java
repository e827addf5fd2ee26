package dev.cairn.engine.port;

import dev.cairn.api.InstanceStatus;

/** The commands that an instance takes while it has not ended; {@code CommandKind} has starts, retries and forks as well. */
public enum OperatorCommandKind {
    SUSPEND,
    RESUME,
    CANCEL,
    /** Undo all work, and be cancelled then. */
    COMPENSATE,
    /** Take in an event. */
    SEND,
    /** Have a timer fire before it is due. */
    FIRE;

    /** True if the journal tells for ever that it was done: it is not done again, and refused if it cannot be done now. */
    public boolean isOnce() {
        return this == SEND || this == FIRE;
    }

    /** True if the instance is to end. */
    public boolean ends() {
        return this == CANCEL || this == COMPENSATE;
    }

    /** True if the command interrupts the computation of an instance. */
    public boolean interrupts() {
        return this == SUSPEND || this == CANCEL;
    }

    /**
     * True if an instance in a phase already has the result of the command; an instance that is parked on another node has
     * another phase in the store.
     */
    public boolean isDoneIn(InstanceStatus phase) {
        return this == SUSPEND && phase == InstanceStatus.SUSPENDED || ends() && phase == InstanceStatus.CANCELLED;
    }

    /** The command of a name, or null if this version of the application has none. */
    public static OperatorCommandKind named(String name) {
        for (OperatorCommandKind command : values()) {
            if (command.name().equals(name)) {
                return command;
            }
        }
        return null;
    }
}
