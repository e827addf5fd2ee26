package dev.cairn.value;

/**
 * Retention of ended instances, by outcome. {@link #UNSAID} leaves the decision to another setting.
 *
 * @param completedMillis retention of completed instances, in milliseconds
 * @param faultedMillis retention of faulted instances
 * @param cancelledMillis retention of cancelled instances
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
