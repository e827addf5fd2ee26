package dev.cairn.schedule;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import com.cronutils.model.Cron;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;

/**
 * A cron expression that matches local times: five fields (minute, hour, day of the month, month, day of the week), six with the
 * second first, or a macro such as {@code @daily}. If both days are restricted, a time matches if either does. Immutable.
 */
public final class CronExpression {

    private static final String EXAMPLE = "Write five fields such as \"0 8 * * MON-FRI\" (minute, hour, day of the month, month, day of"
            + " the week), six with the second first, or a macro such as @daily.";
    private static final Map<String, String> MACROS = Map.of(
            "@yearly", "0 0 1 1 *", "@annually", "0 0 1 1 *", "@monthly", "0 0 1 * *", "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *", "@midnight", "0 0 * * *", "@hourly", "0 * * * *");
    private static final int MIN_FIELDS = 5;
    private static final int MAX_FIELDS = 6;
    private static final CronParser MINUTES = new CronParser(definition(false));
    private static final CronParser SECONDS = new CronParser(definition(true));

    /** Expressions that do not match after this time never match: the centuries after it have all leap days and fifth weekdays. */
    private static final LocalDateTime REFERENCE_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);
    /** Due times that are compared for the shortest interval: some patterns show theirs after the times of a whole day. */
    private static final int MAX_COMPARED_TIMES = 500;

    private final String text;
    private final ExecutionTime times;
    private final boolean matchesEveryHour;

    private CronExpression(String text, ExecutionTime times, boolean matchesEveryHour) {
        this.text = text;
        this.times = times;
        this.matchesEveryHour = matchesEveryHour;
    }

    /**
     * Reads an expression.
     *
     * @throws InvalidScheduleException if it cannot be read, or never matches
     */
    public static CronExpression of(String text) {
        String trimmed = text.strip();
        List<String> fields = fields(trimmed);
        CronExpression expression = new CronExpression(trimmed, times(fields, trimmed), matchesEveryHour(fields));
        if (expression.next(REFERENCE_TIME).isEmpty()) {
            throw new InvalidScheduleException("The cron expression \"" + trimmed + "\" never matches",
                    "No year has such a day; correct the day of the month or the month.");
        }
        return expression;
    }

    private static List<String> fields(String text) {
        String expanded = text;
        if (text.startsWith("@")) {
            expanded = MACROS.get(text.toLowerCase(Locale.ROOT));
            if (expanded == null) {
                throw new InvalidScheduleException("The macro \"" + text + "\" is unknown",
                        "Known are " + String.join(", ", MACROS.keySet().stream().sorted().toList()) + ".");
            }
        }
        List<String> fields = List.of(expanded.toUpperCase(Locale.ROOT).split("\\s+"));
        if (fields.size() < MIN_FIELDS || fields.size() > MAX_FIELDS) {
            throw new InvalidScheduleException("The cron expression \"" + text + "\" has "
                    + (expanded.isEmpty() ? 0 : fields.size()) + " fields", EXAMPLE);
        }
        return fields;
    }

    private static ExecutionTime times(List<String> fields, String text) {
        List<CronField> kinds = CronField.of(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            if (!kinds.get(i).hasForm(fields.get(i))) {
                throw kinds.get(i).refuse(fields.get(i), text);
            }
        }
        try {
            return ExecutionTime.forCron(parse(fields));
        } catch (IllegalArgumentException outOfRange) {
            throw firstFault(fields, kinds, text);
        }
    }

    /** The parser's messages do not name the field, so each is parsed alone. */
    private static InvalidScheduleException firstFault(List<String> fields, List<CronField> kinds, String text) {
        for (int i = 0; i < fields.size(); i++) {
            List<String> alone = new ArrayList<>(Collections.nCopies(fields.size(), "*"));
            alone.set(i, fields.get(i));
            try {
                parse(alone);
            } catch (IllegalArgumentException outOfRange) {
                return kinds.get(i).refuse(fields.get(i), text);
            }
        }
        return new InvalidScheduleException("The cron expression \"" + text + "\" cannot be read", EXAMPLE);
    }

    private static Cron parse(List<String> fields) {
        // The parser takes SUN for 7, which no range can begin with.
        String weekday = fields.get(fields.size() - 1).replace("SUN-", "0-");
        String others = String.join(" ", fields.subList(0, fields.size() - 1));
        return (fields.size() == MAX_FIELDS ? SECONDS : MINUTES).parse(others + " " + weekday);
    }

    private static boolean matchesEveryHour(List<String> fields) {
        String hour = fields.get(fields.size() - 4);
        if (hour.equals("*")) {
            return true;
        }
        ExecutionTime hours = ExecutionTime.forCron(MINUTES.parse("0 " + hour + " * * *"));
        return IntStream.range(0, 24).allMatch(of -> hours.isMatch(REFERENCE_TIME.withHour(of).atZone(ZoneOffset.UTC)));
    }

    private static CronDefinition definition(boolean withSeconds) {
        CronDefinitionBuilder fields = CronDefinitionBuilder.defineCron();
        if (withSeconds) {
            fields = fields.withSeconds().withValidRange(0, 59).withStrictRange().and();
        }
        return fields.withMinutes().withValidRange(0, 59).withStrictRange().and()
                .withHours().withValidRange(0, 23).withStrictRange().and()
                .withDayOfMonth().withValidRange(1, 31).supportsL().withStrictRange().and()
                .withMonth().withValidRange(1, 12).withStrictRange().and()
                .withDayOfWeek().withValidRange(0, 7).withMondayDoWValue(1).withIntMapping(7, 0)
                .supportsHash().supportsL().withStrictRange().and()
                .instance();
    }

    /** The first matching time after a local time, in whole seconds. */
    Optional<LocalDateTime> next(LocalDateTime after) {
        return times.nextExecution(after.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
    }

    /** The last matching time before a local time, in whole seconds. */
    Optional<LocalDateTime> previous(LocalDateTime before) {
        return times.lastExecution(before.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
    }

    /** True if all hours of a day match; otherwise the expression has fixed hours. */
    boolean matchesEveryHour() {
        return matchesEveryHour;
    }

    long shortestIntervalMillis() {
        long shortest = Long.MAX_VALUE;
        LocalDateTime time = next(REFERENCE_TIME).orElseThrow();
        for (int i = 0; i < MAX_COMPARED_TIMES && shortest > 1; i++) {
            Optional<LocalDateTime> following = next(time);
            if (following.isEmpty()) {
                break;
            }
            shortest = Math.min(shortest, ChronoUnit.SECONDS.between(time, following.get()));
            time = following.get();
        }
        return shortest == Long.MAX_VALUE ? shortest : shortest * 1_000;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CronExpression cron && cron.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The expression as it was written. */
    @Override
    public String toString() {
        return text;
    }
}
