package dev.cairn.schedule;

import java.util.List;
import java.util.regex.Pattern;

/** The fields of a cron expression. */
enum CronField {

    SECOND("second", "0 to 59", "", ""),
    MINUTE("minute", "0 to 59", "", ""),
    HOUR("hour", "0 to 23", "", ""),
    DAY_OF_MONTH("day of the month", "1 to 31, L for the last, or L-1 for the last but one", "", "L(-\\d{1,2})?"),
    MONTH("month", "1 to 12, or JAN to DEC", "JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC", ""),
    DAY_OF_WEEK("day of the week",
            "0 to 7, or SUN to SAT (0 and 7 are Sunday), 5L for the last Friday, or 1#2 for the second Monday",
            "SUN|MON|TUE|WED|THU|FRI|SAT", "([0-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5])");

    private static final List<CronField> ALL = List.of(values());

    private final String title;
    private final String allowed;
    private final Pattern form;

    /**
     * @param allowed the possible values, for messages
     * @param names names of values, as a part of a pattern
     * @param alone a pattern of what cannot be part of a list; empty for none
     */
    CronField(String title, String allowed, String names, String alone) {
        this.title = title;
        this.allowed = allowed;
        String value = "(\\d{1,2}" + (names.isEmpty() ? "" : "|" + names) + ")";
        String item = "(\\*|" + value + "(-" + value + ")?)(/\\d{1,2})?";
        this.form = Pattern.compile(item + "(," + item + ")*" + (alone.isEmpty() ? "" : "|" + alone));
    }

    /** The fields of an expression, in their order. */
    static List<CronField> of(int count) {
        return ALL.subList(ALL.size() - count, ALL.size());
    }

    /** True if the text has the form of this field; its numbers may still be out of range. */
    boolean hasForm(String text) {
        return form.matcher(text).matches();
    }

    InvalidScheduleException refuse(String text, String expression) {
        return new InvalidScheduleException(
                "\"" + text + "\" is no " + title + " in the cron expression \"" + expression + "\"",
                "Possible: " + allowed + "; lists such as 1,5, ranges from low to high such as 1-5, and steps such as */2.");
    }
}
