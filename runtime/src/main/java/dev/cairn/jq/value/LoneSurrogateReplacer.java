package dev.cairn.jq.value;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces halves of characters that stand alone among the escapes of a JSON text: no text in UTF-8 can hold them. */
public final class LoneSurrogateReplacer {

    private static final int PAIR = 1;
    private static final int LOW = 2;
    private static final int OTHER = 3;

    /** An escape: a first half with or without the second, a second half alone, or another. */
    private static final Pattern ESCAPE = Pattern.compile(
            "\\\\(?:u[dD][89abAB]\\p{XDigit}{2}(\\\\u[dD][c-fC-F]\\p{XDigit}{2})?|(u[dD][c-fC-F]\\p{XDigit}{2})|(.))",
            Pattern.DOTALL);

    private LoneSurrogateReplacer() {}

    /** The text with the replacement character for each second half that stands alone, as jq reads it. */
    public static String replaced(String text) {
        return mayHave(text)
                ? ESCAPE.matcher(text).replaceAll(escape -> Matcher.quoteReplacement(
                        escape.group(LOW) == null ? escape.group() : "\\uFFFD"))
                : text;
    }

    /** True if a high surrogate stands alone, which jq refuses. */
    public static boolean haveFirstAlone(String text) {
        return mayHave(text) && ESCAPE.matcher(text).results().anyMatch(LoneSurrogateReplacer::isFirstAlone);
    }

    private static boolean mayHave(String text) {
        return text.contains("\\ud") || text.contains("\\uD");
    }

    private static boolean isFirstAlone(MatchResult escape) {
        return escape.group(PAIR) == null && escape.group(LOW) == null && escape.group(OTHER) == null;
    }
}
