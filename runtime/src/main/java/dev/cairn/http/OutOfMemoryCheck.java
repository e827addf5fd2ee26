package dev.cairn.http;

/** Tells whether an {@link OutOfMemoryError} caused a failure. */
final class OutOfMemoryCheck {

    private static final int MAX_CAUSES = 16;

    private OutOfMemoryCheck() {}

    /** True if the failure is an {@link OutOfMemoryError}, or was caused by one. */
    static boolean isShort(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
