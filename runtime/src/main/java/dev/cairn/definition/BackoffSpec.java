package dev.cairn.definition;

/**
 * Delays between the attempts of a {@code try}.
 *
 * @param delay before the first retry, or null for none
 * @param growth growth of the delay
 * @param jitterFrom minimum random addition to each delay, or null
 * @param jitterTo maximum random addition to each delay, or null
 */
public record BackoffSpec(DurationSpec delay, Growth growth, DurationSpec jitterFrom, DurationSpec jitterTo) {

    /** Growth of the delay from retry to retry: the same, n times, 2 to the power of n-1 times. */
    public enum Growth {
        CONSTANT,
        LINEAR,
        EXPONENTIAL
    }
}
