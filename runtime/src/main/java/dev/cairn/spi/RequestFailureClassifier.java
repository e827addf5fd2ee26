package dev.cairn.spi;

import dev.cairn.api.CairnException;

/**
 * Tells final refusals of an event or a start from temporary failures. Channels, schedules and emitting tasks repeat after a temporary
 * failure, and give up after a refusal.
 */
public final class RequestFailureClassifier {

    private RequestFailureClassifier() {}

    /**
     * True if the same event or start is refused again. Unknown failures count as temporary: a repetition has the same id, so it
     * loses nothing and starts nothing twice.
     */
    public static boolean isFinal(Throwable failure) {
        return failure instanceof CairnException refusal && isFinal(refusal.reason());
    }

    /** Without a default, so that the compiler asks for each new reason. */
    private static boolean isFinal(CairnException.Reason reason) {
        return switch (reason) {
            case INVALID_INPUT, KEY_REUSED -> true;
            case STORE_UNAVAILABLE, OVERLOADED, STOPPING, INSTANCE_SUSPENDED, NOT_CONFIRMED -> false;
            // Reasons of other requests. They say nothing against the event or the input.
            case UNKNOWN_WORKFLOW, UNKNOWN_INSTANCE, UNKNOWN_SCHEDULE, UNKNOWN_OPERATION, UNKNOWN_TASK, INVALID_SCHEDULE,
                    SCHEDULE_CONFLICT, INSTANCE_CANCELLED, WRONG_PHASE, NOT_LISTENING, NO_TIMER, NO_JOURNAL, UNKNOWN_QUERY,
                    EXPRESSION_FAILED, NOT_ANSWERED ->
                false;
        };
    }
}
