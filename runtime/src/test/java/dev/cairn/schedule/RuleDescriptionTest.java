package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneOffset;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link RuleDescription}. */
class RuleDescriptionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 8 * * MON-FRI     | At 08:00, on Monday to Friday
            @daily              | At 00:00
            @hourly             | Every hour
            @weekly             | At 00:00, on Sunday
            @yearly             | At 00:00, on day 1 of the month, in January
            * * * * *           | Every minute
            */15 * * * *        | Every 15 minutes
            */7 * * * *         | At every 7th minute from 0
            5 * * * *           | At minute 5 of each hour
            0,30 9-17 * * *     | At minute 0 and 30, at hour 9 to 17
            0 */2 * * *         | Every 2 hours
            0 9-17/2 * * *      | At every 2nd hour from 9 to 17
            30 8,12,16 * * *    | At 08:30, 12:30 and 16:30
            */5 8 * * *         | Every 5 minutes, between 08:00 and 08:59
            15 30 6 * * *       | At 06:30:15
            * * * * * *         | Every second
            */10 * * * * *      | Every 10 seconds
            30 * * * * *        | At second 30 of every minute
            0 0 13 * FRI        | At 00:00, on day 13 of the month or on Friday
            0 0 L * *           | At 00:00, on the last day of the month
            0 0 L-1 * *         | At 00:00, on the last day but one of the month
            0 0 * * 5L          | At 00:00, on the last Friday of the month
            0 0 * * MON#2       | At 00:00, on the second Monday of the month
            0 0 1,15 JAN,6 *    | At 00:00, on day 1 and 15 of the month, in January and June
            0 0 * * 7           | At 00:00, on Sunday
            0 0 13 * */1        | At 00:00, on day 13 of the month
            0 0 */2 * *         | At 00:00, on every 2nd day of the month
            """)
    void cronIsDescribed(String cron, String words) {
        assertThat(RuleDescription.of(new CronRule(CronExpression.of(cron), ZoneOffset.UTC))).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PT15M   | Every 15 minutes   | 15 minutes after the end of each instance
            PT1H    | Every hour         | 1 hour after the end of each instance
            PT1H30M | Every 1 hour, 30 minutes | 1 hour, 30 minutes after the end of each instance
            P36500D | Every 36500 days   | 36500 days after the end of each instance
            PT0.1S  | Every 100 milliseconds | 100 milliseconds after the end of each instance
            """)
    void durationsAreDescribed(String duration, String every, String after) {
        long millis = Duration.parse(duration).toMillis();
        assertThat(RuleDescription.of(new EveryRule(millis))).isEqualTo(every);
        assertThat(RuleDescription.of(new AfterRule(millis))).isEqualTo(after);
        assertThat(RuleDescription.of(new AfterRule(0))).isEqualTo("At once after the end of each instance");
    }
}
