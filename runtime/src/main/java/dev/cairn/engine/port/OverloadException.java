package dev.cairn.engine.port;

import dev.cairn.api.CairnException;

/** A start was refused because a limit of this node is met. Nothing was started; the start may be tried again. */
public final class OverloadException extends CairnException {

    private static final long serialVersionUID = 1L;

    private final Limit limit;

    /** The message has a code, the values, and the next step. */
    public OverloadException(Limit limit, String message) {
        super(Reason.OVERLOADED, message, null);
        this.limit = limit;
    }

    /** The limit that is met. */
    public Limit limit() {
        return limit;
    }

    /** The limits of a node. */
    public enum Limit {
        /** {@code quarkus.cairn.memory.budget}. */
        MEMORY,
        /** {@code quarkus.cairn.work.max-waiting}. */
        PURE_WORK
    }
}
