package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronRuleTest {

    /**
     * The rows for Berlin are the table of the page on schedules. Clocks there go from 02:00 to 03:00 on 29 March 2026 and from 03:00
     * to 02:00 on 25 October.
     */
    @ParameterizedTest(name = "{0} in {1} after {2}")
    @CsvSource(delimiter = '|', textBlock = """
            30 2 * * *    | Europe/Berlin | 2026-03-28T00:00+01:00 | 28T02:30+01:00 29T03:00+02:00 30T02:30+02:00
            0,30 2 * * *  | Europe/Berlin | 2026-03-28T02:45+01:00 | 29T03:00+02:00 30T02:00+02:00 30T02:30+02:00
            0 2,3 * * *   | Europe/Berlin | 2026-03-28T02:45+01:00 | 28T03:00+01:00 29T03:00+02:00 30T02:00+02:00
            30 2,3 * * *  | Europe/Berlin | 2026-03-29T01:00+01:00 | 29T03:00+02:00 29T03:30+02:00 30T02:30+02:00
            0 */2 * * *   | Europe/Berlin | 2026-03-29T00:00+01:00 | 29T03:00+02:00 29T04:00+02:00 29T06:00+02:00
            0 3 * * *     | Europe/Berlin | 2026-03-28T12:00+01:00 | 29T03:00+02:00 30T03:00+02:00
            0 * * * *     | Europe/Berlin | 2026-03-29T00:00+01:00 | 29T01:00+01:00 29T03:00+02:00 29T04:00+02:00
            */30 * * * *  | Europe/Berlin | 2026-03-29T01:00+01:00 | 29T01:30+01:00 29T03:00+02:00 29T03:30+02:00
            30 2 * * *    | Europe/Berlin | 2026-10-24T00:00+02:00 | 24T02:30+02:00 25T02:30+02:00 26T02:30+01:00
            0,30 2 * * *  | Europe/Berlin | 2026-10-25T02:10+02:00 | 25T02:30+02:00 26T02:00+01:00 26T02:30+01:00
            0,30 2 * * *  | Europe/Berlin | 2026-10-25T02:10+01:00 | 26T02:00+01:00 26T02:30+01:00
            0 3 * * *     | Europe/Berlin | 2026-10-24T12:00+02:00 | 25T03:00+01:00 26T03:00+01:00
            0 2,3 * * *   | Europe/Berlin | 2026-10-25T00:00+02:00 | 25T02:00+02:00 25T03:00+01:00 26T02:00+01:00
            0 */2 * * *   | Europe/Berlin | 2026-10-25T00:00+02:00 | 25T02:00+02:00 25T04:00+01:00
            0 * * * *     | Europe/Berlin | 2026-10-25T01:00+02:00 | 25T02:00+02:00 25T02:00+01:00 25T03:00+01:00
            */30 * * * *  | Europe/Berlin | 2026-10-25T01:30+02:00 | 25T02:00+02:00 25T02:30+02:00 25T02:00+01:00 25T02:30+01:00 25T03:00+01:00
            30 2 * * *    | America/New_York | 2026-03-07T12:00-05:00 | 08T03:00-04:00 09T02:30-04:00
            30 1 * * *    | America/New_York | 2026-10-31T12:00-04:00 | 01T01:30-04:00 02T01:30-05:00
            15 * * * *    | America/New_York | 2026-11-01T00:15-04:00 | 01T01:15-04:00 01T01:15-05:00 01T02:15-05:00
            15 * * * *    | America/New_York | 2026-03-08T00:15-05:00 | 08T01:15-05:00 08T03:15-04:00
            15 2 * * *    | Australia/Lord_Howe | 2026-10-03T12:00+10:30 | 04T02:30+11:00 05T02:15+11:00
            0,15,45 2 * * * | Australia/Lord_Howe | 2026-10-03T12:00+10:30 | 04T02:30+11:00 04T02:45+11:00 05T02:00+11:00
            45 * * * *    | Australia/Lord_Howe | 2026-10-04T00:45+10:30 | 04T01:45+10:30 04T02:45+11:00
            10 * * * *    | Australia/Lord_Howe | 2026-10-04T00:10+10:30 | 04T01:10+10:30 04T03:10+11:00
            45 1 * * *    | Australia/Lord_Howe | 2026-04-04T12:00+11:00 | 05T01:45+11:00 06T01:45+10:30
            45 * * * *    | Australia/Lord_Howe | 2026-04-05T00:45+11:00 | 05T01:45+11:00 05T01:45+10:30 05T02:45+10:30
            0 12 * * *    | Pacific/Apia  | 2011-12-28T12:00-10:00 | 29T12:00-10:00 31T00:00+14:00 31T12:00+14:00
            0 9 30 12 *   | Pacific/Apia  | 2011-12-01T00:00-10:00 | 31T00:00+14:00 30T09:00+14:00
            0 */12 * * *  | Pacific/Apia  | 2011-12-29T00:00-10:00 | 29T12:00-10:00 31T00:00+14:00 31T12:00+14:00
            0 * * * *     | Pacific/Apia  | 2011-12-29T22:00-10:00 | 29T23:00-10:00 31T00:00+14:00 31T01:00+14:00
            0 0 29 2 *    | Europe/Berlin | 2026-01-01T00:00+01:00 | 29T00:00+01:00 29T00:00+01:00
            0 8 * * *     | UTC           | 2026-03-28T08:00+00:00 | 29T08:00Z 30T08:00Z
            0 8 * * *     | +05:30        | 2026-03-28T08:00+05:30 | 29T08:00+05:30 30T08:00+05:30
            """)
    void dueTimesAroundChangesOfTheOffset(String cron, String zone, OffsetDateTime after, String expected) {
        CronRule rule = new CronRule(CronExpression.of(cron), CronRule.zone(zone));
        long start = after.toInstant().toEpochMilli();
        int count = expected.split(" ").length;
        List<Long> forwards = new ArrayList<>();
        for (long due = start; forwards.size() < count;) {
            due = rule.next(due, 0).orElseThrow();
            forwards.add(due);
        }
        assertThat(shown(forwards, rule.zone())).isEqualTo(expected);
        // The same times backwards.
        List<Long> backwards = new ArrayList<>();
        for (long due = forwards.get(count - 1) + 1; backwards.size() < count;) {
            due = rule.previous(due, 0).orElseThrow();
            backwards.add(due);
        }
        Collections.reverse(backwards);
        assertThat(shown(backwards, rule.zone())).isEqualTo(expected);
    }

    private static String shown(List<Long> times, ZoneId zone) {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("dd'T'HH:mmXXX");
        return String.join(" ", times.stream().map(due -> Instant.ofEpochMilli(due).atZone(zone).format(format)).toList());
    }

    @Test
    void millisecondsBesideADueTimeCount() {
        CronRule rule = new CronRule(CronExpression.of("* * * * *"), CronRule.DEFAULT_ZONE);
        assertThat(rule.next(59_999, 0)).hasValue(60_000);
        assertThat(rule.next(60_000, 0)).hasValue(120_000);
        assertThat(rule.previous(60_001, 0)).hasValue(60_000);
        assertThat(rule.previous(60_000, 0)).hasValue(0);
        assertThat(rule.next(-1, 0)).hasValue(0);
    }

    @Test
    void timesBeyondAllCalendarsHaveNoDueTime() {
        CronRule rule = new CronRule(CronExpression.of("@daily"), CronRule.zone("Europe/Berlin"));
        assertThat(rule.next(Long.MAX_VALUE, 0)).isEqualTo(OptionalLong.empty());
        assertThat(rule.previous(Long.MIN_VALUE + 1, 0)).isEqualTo(OptionalLong.empty());
    }

    @Test
    void anUnknownZoneIsRefused() {
        assertThatThrownBy(() -> CronRule.zone("Europe/Berln")).isInstanceOf(InvalidScheduleException.class)
                .hasMessage("The time zone \"Europe/Berln\" is unknown. Write an identifier such as Europe/Berlin, or UTC.");
    }
}
