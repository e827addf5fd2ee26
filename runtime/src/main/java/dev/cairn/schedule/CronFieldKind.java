package dev.cairn.schedule;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The fields of a cron expression. */
enum CronFieldKind {

    SECOND("second", "0 to 59", "", ""),
    MINUTE("minute", "0 to 59", "", ""),
    HOUR("hour", "0 to 23", "", ""),
    DAY_OF_MONTH("day of the month", "1 to 31, L for the last, or L-1 for the last but one", "", "L(-\\d{1,2})?"),
    MONTH("month", "1 to 12, or JAN to DEC", "JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC", ""),
    DAY_OF_WEEK("day of the week",
            "0 to 7, or SUN to SAT (0 and 7 are Sunday), 5L for the last Friday, or 1#2 for the second Monday",
            "SUN|MON|TUE|WED|THU|FRI|SAT", "([0-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5])");

    private static final List<CronFieldKind> ALL = List.of(values());
    private static final List<String> NAMES = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final int DAYS = 7;

    private final String title;
    private final String allowed;
    private final Pattern form;

    /**
     * @param allowed the possible values, for messages
     * @param names names of values, as a part of a pattern
     * @param alone a pattern of what cannot be part of a list; empty for none
     */
    CronFieldKind(String title, String allowed, String names, String alone) {
        this.title = title;
        this.allowed = allowed;
        String value = "(\\d{1,2}" + (names.isEmpty() ? "" : "|" + names) + ")";
        String item = "(\\*|" + value + "(-" + value + ")?)(/\\d{1,2})?";
        this.form = Pattern.compile(item + "(," + item + ")*" + (alone.isEmpty() ? "" : "|" + alone));
    }

    /** The fields of an expression, in their order. */
    static List<CronFieldKind> of(int count) {
        return ALL.subList(ALL.size() - count, ALL.size());
    }

    /**
     * The field as the parser understands it. Its numbers may still be out of range.
     *
     * @param expression the whole expression, for a message
     * @throws InvalidScheduleException if the text does not have the form of this field
     */
    String canonical(String text, String expression) {
        if (!form.matcher(text).matches()) {
            throw refuse(text, expression);
        }
        List<String> items = List.of(text.split(","));
        if (items.stream().anyMatch(item -> item.matches("\\*(/0?1)?"))) {
            // A step of 1 restricts a day no more than no step does: the other day decides alone.
            return "*";
        }
        if (this != DAY_OF_WEEK || text.contains("L") || text.contains("#")) {
            return text;
        }
        TreeSet<Integer> days = new TreeSet<>();
        if (!items.stream().allMatch(item -> addWeekdays(item, days))) {
            throw refuse(text, expression);
        }
        return days.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Adds the days of an item from 0 to 6; false if it is out of range. The parser knows no step of 7, and no range from Sunday. */
    private static boolean addWeekdays(String item, TreeSet<Integer> days) {
        String[] parts = item.split("/");
        String[] ends = parts[0].equals("*") ? new String[] { "0", "7" } : parts[0].split("-");
        int step = parts.length == 1 ? 1 : Integer.parseInt(parts[1]);
        int first = weekday(ends[0], 0);
        int last = ends.length == 2 ? weekday(ends[1], DAYS) : parts.length == 2 ? DAYS : first;
        for (int day = first; day <= last && step > 0; day += step) {
            days.add(day % DAYS);
        }
        return first <= last && last <= DAYS && step > 0 && step <= DAYS;
    }

    /** @param sunday number of SUN, which begins a week or ends it */
    private static int weekday(String text, int sunday) {
        int named = NAMES.indexOf(text);
        return named < 0 ? Integer.parseInt(text) : named == 0 ? sunday : named;
    }

    InvalidScheduleException refuse(String text, String expression) {
        return new InvalidScheduleException(
                "\"" + text + "\" is no " + title + " in the cron expression \"" + expression + "\"",
                "Possible: " + allowed + "; lists such as 1,5, ranges from low to high such as 1-5, and steps such as */2.");
    }
}
