package dev.cairn.spi;

import dev.cairn.api.CairnException;

/** Tells failures of a publication that pass from those that do not. */
public final class EventFailureClassifier {

    private EventFailureClassifier() {}

    /** True if publishing the same event again fails again. Unknown failures count as temporary: a retry loses no event. */
    public static boolean isFinal(Throwable failure) {
        return failure instanceof CairnException refusal && switch (refusal.reason()) {
            case INVALID_INPUT, KEY_REUSED -> true;
            default -> false;
        };
    }
}
