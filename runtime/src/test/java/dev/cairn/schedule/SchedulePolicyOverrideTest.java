package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;

class SchedulePolicyOverrideTest {

    private static final ScheduleSpec DAILY = new ScheduleSpec("cron",
            new CronRule(CronExpression.of("@daily"), CronRule.zone("Europe/Berlin")), OverlapPolicy.SKIP,
            MissedPolicy.FIRE_ALL, 7,
            1_000, null);

    @Test
    void nothingIsOverriddenByNothing() {
        assertThat(SchedulePolicyOverride.NONE.apply(DAILY)).isEqualTo(DAILY);
    }

    @Test
    void eachSettingTakesPrecedence() {
        SchedulePolicyOverride all = new SchedulePolicyOverride(CronRule.zone("America/New_York"), OverlapPolicy.BUFFER_ONE,
                MissedPolicy.SKIP, 3, 0L);
        assertThat(all.apply(DAILY)).isEqualTo(new ScheduleSpec("cron",
                new CronRule(CronExpression.of("@daily"), CronRule.zone("America/New_York")), OverlapPolicy.BUFFER_ONE,
                MissedPolicy.SKIP, 3, 0, null));
        assertThat(all.apply(ScheduleSpec.of(new EveryRule(1_000))).rule()).isEqualTo(new EveryRule(1_000));
    }

    @Test
    void aJitterMustFitTheSchedule() {
        SchedulePolicyOverride jitter = new SchedulePolicyOverride(null, null, null, null, 600L);
        assertThat(jitter.apply(DAILY).jitterMillis()).isEqualTo(600);
        jitter.check(DAILY);
        assertThatThrownBy(() -> jitter.check(ScheduleSpec.of(new EveryRule(1_000))))
                .isInstanceOf(InvalidScheduleException.class).hasMessageContaining("at most 500 ms");
    }

    @Test
    void settingsOfAnotherApplyWhereNoneIsGiven() {
        SchedulePolicyOverride all = new SchedulePolicyOverride(CronRule.zone("America/New_York"), OverlapPolicy.BUFFER_ONE,
                MissedPolicy.SKIP, 3, 0L);
        SchedulePolicyOverride other = new SchedulePolicyOverride(CronRule.zone("Europe/Berlin"), OverlapPolicy.SKIP,
                MissedPolicy.FIRE_ALL, 4, 1L);
        assertThat(all.orElse(other)).isEqualTo(all);
        assertThat(SchedulePolicyOverride.NONE.orElse(other)).isEqualTo(other);
    }

    @Test
    void missedOccurrencesHaveNoPolicyIfAllWait() {
        SchedulePolicyOverride missed = new SchedulePolicyOverride(null, null, MissedPolicy.SKIP, null, null);
        missed.check(DAILY);
        assertThatThrownBy(() -> new SchedulePolicyOverride(null, OverlapPolicy.BUFFER_ALL, null, null, null).orElse(missed)
                .check(DAILY)).isInstanceOf(InvalidScheduleException.class).hasMessageContaining("buffer-all");
    }
}
