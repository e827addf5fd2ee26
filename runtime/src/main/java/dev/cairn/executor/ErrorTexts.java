package dev.cairn.executor;

import dev.cairn.api.WorkflowError;

/** Keeps the texts of errors short: what fails may cite all of a value, and an error is written wherever its instance is. */
public final class ErrorTexts {

    /** Characters that a text of an error may have. */
    public static final int MAX_CHARS = 1 << 16;

    private static final String CUT = "... (cut)";

    private ErrorTexts() {}

    /** The error, with each text of it cut that is too long: it says so then. */
    public static WorkflowError bounded(WorkflowError error) {
        if (isShort(error.type()) && isShort(error.title()) && isShort(error.detail()) && isShort(error.instance())) {
            return error;
        }
        return new WorkflowError(bounded(error.type()), error.status(), bounded(error.title()), bounded(error.detail()),
                bounded(error.instance()));
    }

    private static boolean isShort(String text) {
        return text == null || text.length() <= MAX_CHARS;
    }

    private static String bounded(String text) {
        if (isShort(text)) {
            return text;
        }
        int end = MAX_CHARS - CUT.length();
        // Half a surrogate pair is no character.
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
    }
}
