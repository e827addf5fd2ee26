package dev.cairn.executor;

import java.nio.charset.StandardCharsets;

import dev.cairn.api.WorkflowError;

/**
 * Limits the texts of errors, and keeps them as a journal gives them back: a failure may cite a whole value, and an error is
 * written with each state of its instance.
 */
public final class ErrorTextLimiter {

    /** Characters that a text of an error may have. */
    public static final int MAX_CHARS = 1 << 16;

    private static final String CUT = "... (cut)";

    private ErrorTextLimiter() {}

    /** The error, with each text of it cut that is too long: it says so then. Half a surrogate pair becomes a question mark. */
    public static WorkflowError bounded(WorkflowError error) {
        if (isFine(error.type()) && isFine(error.title()) && isFine(error.detail()) && isFine(error.instance())) {
            return error;
        }
        return new WorkflowError(bounded(error.type()), error.status(), bounded(error.title()), bounded(error.detail()),
                bounded(error.instance()));
    }

    private static boolean isFine(String text) {
        return text == null || text.length() <= MAX_CHARS && text.chars().noneMatch(c -> Character.isSurrogate((char) c));
    }

    private static String bounded(String text) {
        return isFine(text) ? text : new String(cut(text).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String cut(String text) {
        if (text.length() <= MAX_CHARS) {
            return text;
        }
        int end = MAX_CHARS - CUT.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
    }
}
