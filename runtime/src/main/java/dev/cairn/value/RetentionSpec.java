package dev.cairn.value;

/**
 * How long ended instances are kept, by how they ended. {@link #UNSAID} where something else decides.
 *
 * @param completedMillis those that gave an output, in milliseconds
 * @param faultedMillis those that failed
 * @param cancelledMillis those that an operator ended
 */
public record RetentionSpec(long completedMillis, long faultedMillis, long cancelledMillis) {

    /** Nothing is said. */
    public static final long UNSAID = -1;

    /** Says nothing. */
    public static final RetentionSpec NONE = new RetentionSpec(UNSAID, UNSAID, UNSAID);

    /** The same for all. */
    public static RetentionSpec of(long millis) {
        return new RetentionSpec(millis, millis, millis);
    }

    /** With another's times where this says nothing. */
    public RetentionSpec orElse(RetentionSpec other) {
        return new RetentionSpec(first(completedMillis, other.completedMillis), first(faultedMillis, other.faultedMillis),
                first(cancelledMillis, other.cancelledMillis));
    }

    private static long first(long mine, long others) {
        return mine == UNSAID ? others : mine;
    }
}
