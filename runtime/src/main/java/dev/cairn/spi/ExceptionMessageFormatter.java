package dev.cairn.spi;

/** The text of a failure, for use within the sentence of a message. */
public final class ExceptionMessageFormatter {

    private ExceptionMessageFormatter() {}

    /** The message of a failure, or null if it has none. */
    public static String message(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (RuntimeException | Error broken) {
            // Some exceptions build their message when it is asked for, and fail at it.
            return "it cannot say why: " + broken.getClass().getSimpleName();
        }
    }

    /** The message of a failure without the full stop at its end, or the name of its class if it has none. */
    public static String of(Throwable failure) {
        String message = message(failure);
        if (message == null || message.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        String text = message.strip();
        return text.endsWith(".") && !text.endsWith("..") ? text.substring(0, text.length() - 1) : text;
    }
}
