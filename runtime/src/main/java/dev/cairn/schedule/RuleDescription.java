package dev.cairn.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Describes rules in English words, for people. */
public final class RuleDescription {

    private RuleDescription() {}

    /** The rule in words, without its time zone: {@code At 08:00, on Monday to Friday}. */
    public static String of(ScheduleRule rule) {
        if (rule instanceof CronRule cron) {
            return CronDescription.of(cron.cron().toString());
        }
        if (rule instanceof EveryRule every) {
            return "Every " + period(every.periodMillis());
        }
        long delayMillis = ((AfterRule) rule).delayMillis();
        return delayMillis == 0 ? "At once after the end of each instance"
                : duration(delayMillis) + " after the end of each instance";
    }

    /** A duration behind "every": of one unit alone it has no number. */
    private static String period(long millis) {
        String text = duration(millis);
        return text.startsWith("1 ") && !text.contains(",") ? text.substring(2) : text;
    }

    private static String duration(long millis) {
        Duration duration = Duration.ofMillis(millis);
        List<String> parts = new ArrayList<>();
        part(parts, duration.toDaysPart(), "day");
        part(parts, duration.toHoursPart(), "hour");
        part(parts, duration.toMinutesPart(), "minute");
        part(parts, duration.toSecondsPart(), "second");
        part(parts, duration.toMillisPart(), "millisecond");
        return String.join(", ", parts);
    }

    private static void part(List<String> parts, long count, String unit) {
        if (count > 0) {
            parts.add(count + " " + unit + (count == 1 ? "" : "s"));
        }
    }
}
