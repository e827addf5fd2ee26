package dev.cairn.schedule;

/**
 * A part of a schedule that means nothing. The message has the fault and, after it, the way to mend it.
 */
public final class InvalidScheduleException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String fault;
    private final String suggestion;

    /**
     * @param fault the fault with the values, without a full stop
     * @param suggestion the way to mend it
     */
    InvalidScheduleException(String fault, String suggestion) {
        super(fault + ". " + suggestion);
        this.fault = fault;
        this.suggestion = suggestion;
    }

    /** The fault with the values, without a full stop. */
    public String fault() {
        return fault;
    }

    /** The way to mend it. */
    public String suggestion() {
        return suggestion;
    }
}
