package dev.cairn.engine.schedule;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers of occurrences that started no instance. The row of a schedule has the numbers since its creation.
 *
 * @param skipped because an instance had not ended
 * @param missed because they were late
 * @param refused because the workflow did not take the input
 */
record OccurrenceLossCount(long skipped, long missed, long refused) {

    static final OccurrenceLossCount NONE = new OccurrenceLossCount(0, 0, 0);

    private static final Pattern TEXT = Pattern.compile("skipped=(\\d{1,18}) missed=(\\d{1,18}) refused=(\\d{1,18})");

    /** Reads a text in a row. Null and a text of another form count as none: a node of another version may have written it. */
    static OccurrenceLossCount of(String text) {
        Matcher numbers = TEXT.matcher(text == null ? "" : text);
        return numbers.matches() ? new OccurrenceLossCount(Long.parseLong(numbers.group(1)), Long.parseLong(numbers.group(2)),
                Long.parseLong(numbers.group(3))) : NONE;
    }

    /** The text for a row; null for none. */
    String text() {
        return equals(NONE) ? null : "skipped=" + skipped + " missed=" + missed + " refused=" + refused;
    }

    OccurrenceLossCount plus(OccurrenceLossCount other) {
        return new OccurrenceLossCount(skipped + other.skipped, missed + other.missed, refused + other.refused);
    }
}
