package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {

    /** A Friday, a second before the last day of January. */
    private static final LocalDateTime AFTER = LocalDateTime.parse("2026-01-30T23:59:59");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 8 * * *             | 2026-01-31T08:00 2026-02-01T08:00 2026-02-02T08:00
            30 0 8 * * *          | 2026-01-31T08:00:30 2026-02-01T08:00:30
            */20 * * * * *        | 2026-01-31T00:00 2026-01-31T00:00:20 2026-01-31T00:00:40 2026-01-31T00:01
            */15 9-10 * * MON-FRI | 2026-02-02T09:00 2026-02-02T09:15 2026-02-02T09:30 2026-02-02T09:45 2026-02-02T10:00
            5/20 * * * *          | 2026-01-31T00:05 2026-01-31T00:25 2026-01-31T00:45 2026-01-31T01:05
            1-10/4 * * * *        | 2026-01-31T00:01 2026-01-31T00:05 2026-01-31T00:09 2026-01-31T01:01
            0 1,13,20-21 * * *    | 2026-01-31T01:00 2026-01-31T13:00 2026-01-31T20:00 2026-01-31T21:00 2026-02-01T01:00
            0 0 1 jan,Jul *       | 2026-07-01T00:00 2027-01-01T00:00
            0 0 1 1-12/6 *        | 2026-07-01T00:00 2027-01-01T00:00
            0 0 * * 0             | 2026-02-01T00:00 2026-02-08T00:00
            0 0 * * 7             | 2026-02-01T00:00 2026-02-08T00:00
            0 0 * * sun           | 2026-02-01T00:00 2026-02-08T00:00
            0 0 * * 5-7           | 2026-01-31T00:00 2026-02-01T00:00 2026-02-06T00:00 2026-02-07T00:00
            0 0 * * FRI-SUN       | 2026-01-31T00:00 2026-02-01T00:00 2026-02-06T00:00 2026-02-07T00:00
            0 0 * * SUN-TUE       | 2026-02-01T00:00 2026-02-02T00:00 2026-02-03T00:00 2026-02-08T00:00
            0 0 * * */2           | 2026-01-31T00:00 2026-02-01T00:00 2026-02-03T00:00 2026-02-05T00:00
            0 0 * * 1-6/2         | 2026-02-02T00:00 2026-02-04T00:00 2026-02-06T00:00 2026-02-09T00:00
            0 0 * * */7           | 2026-02-01T00:00 2026-02-08T00:00
            0 0 * * 1,7-7/7       | 2026-02-01T00:00 2026-02-02T00:00 2026-02-08T00:00
            0 0 * * 5/2           | 2026-02-01T00:00 2026-02-06T00:00 2026-02-08T00:00
            0 0 16 * */1          | 2026-02-16T00:00 2026-03-16T00:00
            0 0 16 * 1,*/1        | 2026-02-16T00:00 2026-03-16T00:00
            0 0 */1 * MON         | 2026-02-02T00:00 2026-02-09T00:00
            0 0 13 * 5            | 2026-02-06T00:00 2026-02-13T00:00 2026-02-20T00:00
            0 0 14 * FRI          | 2026-02-06T00:00 2026-02-13T00:00 2026-02-14T00:00 2026-02-20T00:00
            0 0 */10 * 1          | 2026-01-31T00:00 2026-02-01T00:00 2026-02-02T00:00 2026-02-09T00:00 2026-02-11T00:00
            0 0 L * *             | 2026-01-31T00:00 2026-02-28T00:00 2026-03-31T00:00 2026-04-30T00:00
            0 0 L-1 * *           | 2026-02-27T00:00 2026-03-30T00:00 2026-04-29T00:00
            0 0 L 2 *             | 2026-02-28T00:00 2027-02-28T00:00 2028-02-29T00:00
            0 0 31 * *            | 2026-01-31T00:00 2026-03-31T00:00 2026-05-31T00:00
            0 0 29 2 *            | 2028-02-29T00:00 2032-02-29T00:00 2036-02-29T00:00
            0 0 * * 5L            | 2026-02-27T00:00 2026-03-27T00:00 2026-04-24T00:00
            0 0 * * MON#2         | 2026-02-09T00:00 2026-03-09T00:00 2026-04-13T00:00
            0 0 * 2 5#5           | 2036-02-29T00:00 2064-02-29T00:00
            0 0 L * 1#1           | 2026-01-31T00:00 2026-02-02T00:00 2026-02-28T00:00 2026-03-02T00:00
            @yearly               | 2027-01-01T00:00 2028-01-01T00:00
            @annually             | 2027-01-01T00:00 2028-01-01T00:00
            @monthly              | 2026-02-01T00:00 2026-03-01T00:00
            @weekly               | 2026-02-01T00:00 2026-02-08T00:00
            @daily                | 2026-01-31T00:00 2026-02-01T00:00
            @midnight             | 2026-01-31T00:00 2026-02-01T00:00
            @Hourly               | 2026-01-31T00:00 2026-01-31T01:00
            """)
    void matchingTimes(String text, String expected) {
        CronExpression cron = CronExpression.of(text);
        List<LocalDateTime> times = List.of(expected.split(" ")).stream().map(LocalDateTime::parse).toList();
        assertThat(forwards(cron, AFTER, times.size())).isEqualTo(times);
        List<LocalDateTime> backwards = new ArrayList<>(times);
        Collections.reverse(backwards);
        LocalDateTime end = times.get(times.size() - 1).plusSeconds(1);
        assertThat(backwards(cron, end, times.size())).isEqualTo(backwards);
    }

    private static List<LocalDateTime> forwards(CronExpression cron, LocalDateTime after, int count) {
        List<LocalDateTime> times = new ArrayList<>();
        for (LocalDateTime time = after; times.size() < count;) {
            time = cron.next(time).orElseThrow();
            times.add(time);
        }
        return times;
    }

    private static List<LocalDateTime> backwards(CronExpression cron, LocalDateTime before, int count) {
        List<LocalDateTime> times = new ArrayList<>();
        for (LocalDateTime time = before; times.size() < count;) {
            time = cron.previous(time).orElseThrow();
            times.add(time);
        }
        return times;
    }

    /** 2100 is no leap year. */
    @Test
    void aLeapDayIsFoundAcrossACentury() {
        CronExpression cron = CronExpression.of("0 0 29 2 *");
        assertThat(cron.next(LocalDateTime.parse("2096-02-29T00:00"))).contains(LocalDateTime.parse("2104-02-29T00:00"));
        assertThat(cron.previous(LocalDateTime.parse("2104-02-29T00:00"))).contains(LocalDateTime.parse("2096-02-29T00:00"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``             | The cron expression "" has 0 fields
            * * *          | The cron expression "* * *" has 3 fields
            * * * * * * *  | The cron expression "* * * * * * *" has 7 fields
            @reboot        | The macro "@reboot" is unknown
            60 * * * *     | "60" is no minute in the cron expression "60 * * * *"
            -1 * * * *     | "-1" is no minute in
            60 * * * * *   | "60" is no second in
            0 24 * * *     | "24" is no hour in
            0 0 32 * *     | "32" is no day of the month in
            0 0 0 * *      | "0" is no day of the month in
            0 0 1,L * *    | "1,L" is no day of the month in
            0 0 LW * *     | "LW" is no day of the month in
            0 0 ? * 1      | "?" is no day of the month in
            0 0 1 13 *     | "13" is no month in
            0 0 1 FOO *    | "FOO" is no month in
            0 0 1 MON *    | "MON" is no month in
            0 0 * * 8      | "8" is no day of the week in
            0 0 * * */8    | "*/8" is no day of the week in
            0 0 * * */0    | "*/0" is no day of the week in
            0 0 * * 5-9    | "5-9" is no day of the week in
            0 0 * * JAN    | "JAN" is no day of the week in
            0 0 * * 1#6    | "1#6" is no day of the week in
            0 0 * * FRI-MON | "FRI-MON" is no day of the week in
            0 22-2 * * *   | "22-2" is no hour in
            0,61 * * * *   | "0,61" is no minute in
            */0 * * * *    | "*/0" is no minute in
            */70 * * * *   | "*/70" is no minute in
            1, * * * *     | "1," is no minute in
            a b c d e      | "A" is no minute in the cron expression "a b c d e"
            0 0 30 2 *     | The cron expression "0 0 30 2 *" never matches
            0 0 31 2,4,6 * | never matches
            """)
    void faults(String text, String message) {
        assertThatThrownBy(() -> CronExpression.of(text)).isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aFaultSaysWhatIsPossible() {
        assertThatThrownBy(() -> CronExpression.of("0 25 * * *"))
                .hasMessage("\"25\" is no hour in the cron expression \"0 25 * * *\". Possible: 0 to 23; lists such as 1,5,"
                        + " ranges from low to high such as 1-5, and steps such as */2.");
    }

    @ParameterizedTest
    @ValueSource(strings = { "* * * * *", "0 * * * *", "0 */1 * * *", "0 0-23 * * *", "0 0-11,12-23 * * *", "@hourly",
            "0 0 * * * *" })
    void someExpressionsMatchEveryHour(String text) {
        assertThat(CronExpression.of(text).matchesEveryHour()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "* 2 * * *", "0 */2 * * *", "0 1-23 * * *", "0 0-22 * * *", "@daily" })
    void othersHaveFixedHours(String text) {
        assertThat(CronExpression.of(text).matchesEveryHour()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            * * * * * *       | 1
            * * * * *         | 60
            */7 * * * *       | 240
            0,59 */12 * * *   | 3540
            0 0,23 * * *      | 3600
            0,59 22,23 * * *  | 60
            0 0 1,31 * *      | 86400
            0 0 29 2 *        | 126230400
            """)
    void shortestIntervals(String text, long seconds) {
        assertThat(CronExpression.of(text).shortestIntervalMillis()).isEqualTo(seconds * 1_000);
    }

    @Test
    void equalTextsAreEqual() {
        assertThat(CronExpression.of(" 0 8 * * * ")).isEqualTo(CronExpression.of("0 8 * * *"))
                .hasSameHashCodeAs(CronExpression.of("0 8 * * *")).hasToString("0 8 * * *")
                .isNotEqualTo(CronExpression.of("0 9 * * *"));
    }
}
