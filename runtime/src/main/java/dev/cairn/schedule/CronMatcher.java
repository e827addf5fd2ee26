package dev.cairn.schedule;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
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
 * A parsed cron expression. Apart from {@link CronExpression}, because the first use of the parser takes longer than the start of a
 * small application should.
 *
 * @param times computes matching times
 * @param matchesEveryHour true if all hours of a day match
 */
record CronMatcher(ExecutionTime times, boolean matchesEveryHour) {

    private static final String EXAMPLE = "Write five fields such as \"0 8 * * MON-FRI\" (minute, hour, day of the month, month, day of"
            + " the week), six with the second first, or a macro such as @daily.";
    private static final Map<String, String> MACROS = Map.of(
            "@yearly", "0 0 1 1 *", "@annually", "0 0 1 1 *", "@monthly", "0 0 1 * *", "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *", "@midnight", "0 0 * * *", "@hourly", "0 * * * *");
    static final int MIN_FIELDS = 5;
    private static final int MAX_FIELDS = 6;
    private static final LocalDateTime MIDNIGHT = LocalDateTime.of(2000, 1, 1, 0, 0);
    private static final CronParser MINUTES = new CronParser(definition(false));
    private static final CronParser SECONDS = new CronParser(definition(true));

    /**
     * Parses an expression.
     *
     * @throws InvalidScheduleException if it cannot be read
     */
    static CronMatcher of(String text) {
        List<String> fields = fields(text);
        List<CronFieldKind> kinds = CronFieldKind.of(fields.size());
        List<String> canonical = IntStream.range(0, fields.size())
                .mapToObj(i -> kinds.get(i).canonical(fields.get(i), text)).toList();
        try {
            return new CronMatcher(ExecutionTime.forCron(parse(canonical)), matchesEveryHour(canonical));
        } catch (IllegalArgumentException outOfRange) {
            throw firstFault(fields, canonical, text);
        }
    }

    /** The fields of an expression or macro, in upper case. */
    static List<String> fields(String text) {
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

    /** The parser's messages do not name the field, so each is parsed alone. */
    private static InvalidScheduleException firstFault(List<String> fields, List<String> canonical, String text) {
        for (int i = 0; i < fields.size(); i++) {
            List<String> alone = new ArrayList<>(Collections.nCopies(fields.size(), "*"));
            alone.set(i, canonical.get(i));
            try {
                parse(alone);
            } catch (IllegalArgumentException outOfRange) {
                return CronFieldKind.of(fields.size()).get(i).refuse(fields.get(i), text);
            }
        }
        return new InvalidScheduleException("The cron expression \"" + text + "\" cannot be read", EXAMPLE);
    }

    private static Cron parse(List<String> fields) {
        return (fields.size() == MAX_FIELDS ? SECONDS : MINUTES).parse(String.join(" ", fields));
    }

    private static boolean matchesEveryHour(List<String> fields) {
        String hour = fields.get(fields.size() - 4);
        if (hour.equals("*")) {
            return true;
        }
        ExecutionTime hours = ExecutionTime.forCron(MINUTES.parse("0 " + hour + " * * *"));
        return IntStream.range(0, 24).allMatch(of -> hours.isMatch(MIDNIGHT.withHour(of).atZone(ZoneOffset.UTC)));
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
}
