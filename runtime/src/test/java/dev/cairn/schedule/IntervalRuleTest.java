package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalRuleTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0    | 2000 |
            1000 | 2000 |
            1999 | 2000 |
            2000 | 3000 |
            2001 | 3000 | 2000
            3000 | 4000 | 2000
            3001 | 4000 | 3000
            """)
    void everyCountsPeriodsFromTheAnchor(long time, Long next, Long previous) {
        EveryRule rule = new EveryRule(1_000);
        assertThat(rule.next(time, 1_000).getAsLong()).isEqualTo(next);
        assertThat(rule.previous(time, 1_000).stream().boxed().findFirst().orElse(null)).isEqualTo(previous);
    }

    @Test
    void everyEndsWithTheNumbers() {
        EveryRule rule = new EveryRule(1_000);
        assertThat(rule.next(Long.MAX_VALUE - 1, 0)).isEmpty();
        assertThat(rule.next(0, Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void afterIsDueOnceAfterTheAnchor() {
        AfterRule rule = new AfterRule(500);
        assertThat(rule.next(1_499, 1_000)).hasValue(1_500);
        assertThat(rule.next(1_500, 1_000)).isEmpty();
        assertThat(rule.previous(1_501, 1_000)).hasValue(1_500);
        assertThat(rule.previous(1_500, 1_000)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = { -1, 0, 99, ScheduleRule.MAX_PERIOD_MILLIS + 1 })
    void periodsHaveBounds(long millis) {
        assertThatThrownBy(() -> new EveryRule(millis)).isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining(millis + " ms is too");
        assertThat(new EveryRule(100).periodMillis()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(longs = { -1, ScheduleRule.MAX_PERIOD_MILLIS + 1 })
    void delaysHaveBounds(long millis) {
        assertThatThrownBy(() -> new AfterRule(millis)).isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("A delay of " + millis + " ms is");
        assertThat(new AfterRule(0).delayMillis()).isZero();
    }
}
