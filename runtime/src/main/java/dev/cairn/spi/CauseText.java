package dev.cairn.spi;

/** What a failure says, to be put into a sentence of a message. */
public final class CauseText {

    private CauseText() {}

    /** The message of a failure, or null if it has none. */
    public static String message(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (RuntimeException | Error broken) {
            // Some put their message together when they are asked.
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
