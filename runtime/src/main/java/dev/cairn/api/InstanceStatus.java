package dev.cairn.api;

import java.util.Locale;

/**
 * The phase an instance is in, as the Open Workflow DSL names them ("Status Phases").
 */
public enum InstanceStatus {

    /** Accepted, no task has begun. */
    PENDING(0),
    /** Tasks are being run, or will be as soon as a node takes the instance up. */
    RUNNING(1),
    /** Nothing to do until a timer is due or an event arrives. */
    WAITING(2),
    /** Halted by an operator, or parked because it cannot go on; nothing happens until it is resumed. */
    SUSPENDED(3),
    /** Ended by an operator. */
    CANCELLED(4),
    /** Ended by an error that nothing caught. */
    FAULTED(5),
    /** Ended with an output. */
    COMPLETED(6);

    private static final InstanceStatus[] BY_CODE = values();

    private final int code;

    InstanceStatus(int code) {
        this.code = code;
    }

    /** The number that stands for this phase in stored data; it never changes. */
    public int code() {
        return code;
    }

    /** True for terminal phases, which an instance does not leave by itself: cancelled, faulted, completed. */
    public boolean ended() {
        return code >= CANCELLED.code;
    }

    /** The word of the DSL: lower case. */
    public String phase() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException for a number that stands for no phase
     */
    public static InstanceStatus ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("No instance status has the code " + code);
        }
        return BY_CODE[code];
    }
}
