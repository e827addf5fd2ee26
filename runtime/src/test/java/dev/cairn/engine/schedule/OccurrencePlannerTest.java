package dev.cairn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.engine.schedule.OccurrenceTracker.OccurrenceStatus;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.ScheduleRule;
import dev.cairn.schedule.ScheduleSpec;

class OccurrencePlannerTest {

    private static final String ID = "S0000000000000000000000001";
    private static final long NOW = 1_700_000_000_000L;
    private static final ScheduleRule EVERY_TEN = new EveryRule(10_000);

    private static ScheduleSpec spec(ScheduleRule rule, OverlapPolicy overlap, MissedPolicy missed, int maxMissed,
            long jitter) {
        return new ScheduleSpec("test", rule, overlap, missed, maxMissed, jitter, null);
    }

    private static OccurrencePlan plan(ScheduleSpec spec, long cursor, long now, boolean busy) {
        return OccurrencePlanner.plan(new ScheduleSnapshot(ID, spec, 0, cursor, now, busy, List.of()));
    }

    /** Times in seconds; each tenth is due. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # overlap missed max       | cursor now busy | starts               | cursor wake skipped missed
            allow fire-once 100        | 0 5 false       |                      | 0 10 0 0
            allow fire-once 100        | 0 10 false      | 10                   | 10 20 0 0
            allow fire-once 100        | 0 10 true       | 10                   | 10 20 0 0
            allow fire-once 100        | 0 39 false      | 10 20 30             | 30 40 0 0
            allow fire-once 100        | 0 70 false      | 10 20 30 40 50 60 70 | 70 80 0 0
            allow fire-once 100        | 0 71 false      | 70                   | 70 80 0 6
            skip fire-once 100         | 0 39 false      | 30                   | 30 40 2 0
            allow fire-all 100         | 0 39 true       | 10 20 30             | 30 40 0 0
            allow fire-all 2           | 0 39 false      | 20 30                | 30 40 0 1
            allow skip 100             | 0 39 false      | 10 20 30             | 30 40 0 0
            allow skip 100             | 0 70 false      | 10 20 30 40 50 60 70 | 70 80 0 0
            allow skip 100             | 0 71 false      | 20 30 40 50 60 70    | 70 80 0 1
            skip fire-once 100         | 0 10 true       |                      | 10 20 1 0
            skip fire-once 100         | 0 39 true       |                      | 30 40 3 0
            skip fire-all 100          | 0 39 true       |                      | 30 40 3 0
            skip fire-once 100         | 0 10 false      | 10                   | 10 20 0 0
            skip fire-all 100          | 0 39 false      | 30                   | 30 40 2 0
            skip fire-all 2            | 0 39 false      | 30                   | 30 40 1 1
            cancel-other fire-once 100 | 0 10 true       | 10                   | 10 20 0 0
            cancel-other fire-all 100  | 0 39 true       | 30                   | 30 40 2 0
            cancel-other fire-all 100  | 0 9 true        |                      | 0 10 0 0
            buffer-one fire-once 100   | 0 10 true       |                      | 0 10.1 0 0
            buffer-one fire-once 100   | 0 18 true       |                      | 0 20 0 0
            buffer-one fire-once 100   | 0 39 false      | 10                   | 30 40 2 0
            buffer-one fire-once 100   | 10 14 true      |                      | 10 20 0 0
            buffer-all fire-once 100   | 0 39 false      | 10                   | 10 39.1 0 0
            buffer-all fire-once 100   | 20 39 false     | 30                   | 30 40 0 0
            buffer-all fire-once 100   | 0 9000 true     |                      | 0 9060 0 0
            allow fire-all 100         | 40 12 false     |                      | 40 50 0 0
            """)
    void theTable(String policies, String moment, String starts, String outcome) {
        String[] policy = policies.split(" ");
        String[] given = moment.split(" ");
        String[] expected = outcome.split(" ");
        ScheduleSpec spec = spec(EVERY_TEN, ScheduleSpec.overlap(policy[0]), ScheduleSpec.missed(policy[1]),
                Integer.parseInt(policy[2]), 0);
        List<Long> dues = starts == null ? List.of()
                : Arrays.stream(starts.split(" ")).map(OccurrencePlannerTest::millis).toList();
        assertThat(plan(spec, millis(given[0]), millis(given[1]), Boolean.parseBoolean(given[2])))
                .isEqualTo(new OccurrencePlan(dues, millis(expected[0]), millis(expected[1]), Long.parseLong(expected[2]),
                        Long.parseLong(expected[3])));
    }

    private static long millis(String seconds) {
        return Math.round(Double.parseDouble(seconds) * 1_000);
    }

    @Test
    void manyStartsAreMadeInParts() {
        ScheduleSpec spec = spec(EVERY_TEN, OverlapPolicy.ALLOW, MissedPolicy.FIRE_ALL, 250, 0);
        long now = 3_000_000;
        OccurrencePlan first = plan(spec, 0, now, false);
        assertThat(first.starts()).hasSize(OccurrencePlanner.MAX_STARTS).startsWith(510_000L);
        assertThat(first.missed()).isEqualTo(50);
        assertThat(first.wakeMillis()).isEqualTo(now);
        OccurrencePlan second = plan(spec, first.cursorMillis(), now, false);
        assertThat(second.starts()).hasSize(OccurrencePlanner.MAX_STARTS).startsWith(1_510_000L);
        OccurrencePlan third = plan(spec, second.cursorMillis(), now, false);
        assertThat(third.starts()).hasSize(50).endsWith(now);
        assertThat(third.missed()).isZero();
        assertThat(third.wakeMillis()).isEqualTo(now + 10_000);
    }

    /** Times in seconds; each tenth is due, and the schedule was paused from 15 to 35 and from 55 to 60. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # overlap     | cursor now busy | starts | cursor wake skipped
            buffer-all    | 0 39 false      | 10     | 10 40 0
            buffer-all    | 10 39 false     |        | 10 40 0
            buffer-all    | 0 45 false      | 10     | 10 45.1 0
            buffer-all    | 50 65 false     |        | 50 70 0
            buffer-one    | 0 45 false      | 10     | 40 50 1
            buffer-one    | 0 39 false      | 10     | 10 40 0
            allow         | 0 45 false      | 10 40  | 40 50 0
            """)
    void nothingOfAPauseIsAnOccurrence(String overlap, String moment, String starts, String outcome) {
        String[] given = moment.split(" ");
        String[] expected = outcome.split(" ");
        List<SchedulePause> pauses = List.of(new SchedulePause(15_000, 35_000), new SchedulePause(55_000, 60_000));
        List<Long> dues = starts == null ? List.of()
                : Arrays.stream(starts.split(" ")).map(OccurrencePlannerTest::millis).toList();
        assertThat(OccurrencePlanner.plan(new ScheduleSnapshot(ID,
                spec(EVERY_TEN, ScheduleSpec.overlap(overlap), MissedPolicy.FIRE_ONCE, 100, 0), 0, millis(given[0]),
                millis(given[1]), Boolean.parseBoolean(given[2]), pauses)))
                .isEqualTo(new OccurrencePlan(dues, millis(expected[0]), millis(expected[1]), Long.parseLong(expected[2]), 0));
    }

    @Test
    void yearsOfShortPeriodsAreCheap() {
        ScheduleSpec spec = spec(new EveryRule(100), OverlapPolicy.ALLOW, MissedPolicy.FIRE_ONCE, 100, 0);
        OccurrencePlan plan = plan(spec, 0, NOW, false);
        assertThat(plan.starts()).containsExactly(NOW);
        assertThat(plan.missed()).isEqualTo(NOW / 100 - 1);
    }

    @Test
    void countingMissedOccurrencesOfACronIsBounded() {
        ScheduleSpec spec = spec(new CronRule(CronExpression.of("* * * * *"), CronRule.DEFAULT_ZONE), OverlapPolicy.ALLOW,
                MissedPolicy.FIRE_ONCE, 100, 0);
        OccurrencePlan plan = plan(spec, NOW - 30L * 86_400_000, NOW, false);
        assertThat(plan.starts()).containsExactly(NOW / 60_000 * 60_000);
        assertThat(plan.missed()).isEqualTo(OccurrencePlanner.MAX_COUNTED);
    }

    /** Walks through an hour in uneven steps: each occurrence starts once, in its own delay, and no wake comes too early or late. */
    @Test
    void jitterDelaysEachOccurrenceByItsOwnTime() {
        ScheduleSpec spec = spec(EVERY_TEN, OverlapPolicy.ALLOW, MissedPolicy.FIRE_ALL, 100, 5_000);
        List<Long> started = new ArrayList<>();
        long cursor = 0;
        long now = 0;
        while (now < 3_600_000) {
            OccurrencePlan plan = plan(spec, cursor, now, false);
            for (long due : plan.starts()) {
                assertThat(now - due).isEqualTo(spec.delayMillis(ID, due)).isBetween(0L, 4_999L);
                started.add(due);
            }
            assertThat(plan.wakeMillis()).isGreaterThan(now);
            cursor = plan.cursorMillis();
            now = plan.wakeMillis();
        }
        assertThat(started).isEqualTo(LongStream.rangeClosed(1, started.size()).mapToObj(k -> k * 10_000)
                .collect(Collectors.toList()));
        assertThat(started.stream().map(due -> spec.delayMillis(ID, due)).distinct().count()).isGreaterThan(300);
    }

    /** The clocks go from 02:00 to 03:00, so that 02:15 is due at 03:00 and 03:15 a quarter later. The delays are up to half an hour. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 17, 23, 99 })
    void jitterKeepsTheOrderOfOccurrencesThatAChangeOfTheOffsetBringsTogether(int number) {
        String id = "S%025d".formatted(number);
        ScheduleSpec spec = spec(new CronRule(CronExpression.of("15 1-5 * * *"), CronRule.zone("Europe/Berlin")),
                OverlapPolicy.ALLOW, MissedPolicy.FIRE_ONCE, 100, 1_800_000);
        long midnight = Instant.parse("2026-03-28T23:00:00Z").toEpochMilli();
        List<Long> started = new ArrayList<>();
        long cursor = midnight;
        long now = midnight;
        while (now < midnight + 18_000_000) {
            OccurrencePlan plan = OccurrencePlanner.plan(new ScheduleSnapshot(id, spec, 0, cursor, now, false, List.of()));
            assertThat(plan.missed()).isZero();
            started.addAll(plan.starts());
            cursor = plan.cursorMillis();
            now = plan.wakeMillis();
        }
        assertThat(started).extracting(due -> (due - midnight) / 60_000).containsExactly(75L, 120L, 135L, 195L, 255L);
    }

    @Test
    void anOccurrenceIsLateFromItsDelayOn() {
        ScheduleSpec spec = spec(EVERY_TEN, OverlapPolicy.ALLOW, MissedPolicy.SKIP, 100, 5_000);
        long delay = spec.delayMillis(ID, 10_000);
        long last = 10_000 + delay + OccurrencePlanner.MISSED_AFTER_MILLIS;
        assertThat(plan(spec, 0, last, false).starts()).startsWith(10_000L);
        assertThat(plan(spec, 0, last + 1, false).starts()).startsWith(20_000L);
    }

    /** The cursor never goes back. */
    @ParameterizedTest
    @EnumSource(OverlapPolicy.class)
    void aClockThatIsSetBackRepeatsNothing(OverlapPolicy overlap) {
        ScheduleSpec spec = spec(EVERY_TEN, overlap, MissedPolicy.FIRE_ALL, 100, 0);
        for (long now = 100_000; now >= 0; now -= 1_000) {
            OccurrencePlan plan = plan(spec, 100_000, now, false);
            assertThat(plan.starts()).isEmpty();
            assertThat(plan.cursorMillis()).isEqualTo(100_000);
            assertThat(plan.wakeMillis()).isEqualTo(110_000);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # end of the last instance | cursor | now    | busy  | starts | wake
            0                          | -1     | 29000  | false |        | 30000
            0                          | -1     | 30000  | false | 30000  | 30100
            0                          | -1     | 500000 | false | 30000  | 500100
            0                          | 30000  | 30000  | true  |        | 30100
            # The clock was set back.
            0                          | 30000  | 29000  | true  |        | 30001
            0                          | 900000 | 30000  | true  |        | 900001
            0                          | 30000  | 34000  | true  |        | 35000
            0                          | 30000  | 999000 | true  |        | 1059000
            50000                      | 30000  | 50000  | false |        | 80000
            50000                      | 30000  | 80000  | false | 80000  | 80100
            """)
    void afterWaitsForTheEnd(long end, long cursor, long now, boolean busy, Long start, long wake) {
        ScheduleSpec spec = spec(new AfterRule(30_000), OverlapPolicy.ALLOW, MissedPolicy.FIRE_ONCE, 100, 0);
        OccurrencePlan plan = OccurrencePlanner.plan(new ScheduleSnapshot(ID, spec, end, cursor, now, busy, List.of()));
        assertThat(plan).isEqualTo(new OccurrencePlan(start == null ? List.of() : List.of(start),
                start == null ? cursor : start, wake, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({ "30000, 530000", "0, 500100" })
    void afterCountsFromTheLossOfAMissedOccurrence(long delay, long wake) {
        ScheduleSpec spec = spec(new AfterRule(delay), OverlapPolicy.ALLOW, MissedPolicy.SKIP, 100, 0);
        OccurrencePlan plan = OccurrencePlanner.plan(new ScheduleSnapshot(ID, spec, 0, -1, 500_000, false, List.of()));
        assertThat(plan).isEqualTo(new OccurrencePlan(List.of(), delay, wake, 0, 1));
    }

    /** The instance before it ends, and is removed: neither changes the occurrence, and no evaluation moves it. */
    @Test
    void evaluationsOfAfterAgreeAboutDueTimeAndJitter() {
        AfterRule after = new AfterRule(7_200_000);
        ScheduleSpec spec = spec(after, OverlapPolicy.ALLOW, MissedPolicy.FIRE_ONCE, 100, 3_600_000);
        ScheduleJournalEntry specified = ScheduleJournalEntry.specified(0, ScheduleChangeOrigin.caller(null), spec, 0);
        for (long cursor = NOW; cursor < NOW + 100; cursor++) {
            long ended = cursor + 500;
            long due = ended + after.delayMillis();
            long start = due + spec.delayMillis(ID, cursor);
            ScheduleState state = new ScheduleState(ID, specified, List.of(), cursor, ended);
            OccurrencePlan plan = plan(state, OccurrenceStatus.ended(ended), ended);
            for (long now = ended; now < start; now += 600_000) {
                assertThat(plan).isEqualTo(new OccurrencePlan(List.of(), cursor, start, 0, 0));
                state = new ScheduleState(ID, specified, List.of(), plan.cursorMillis(), plan.wakeMillis());
                plan = plan(state, OccurrenceStatus.GONE, now);
            }
            assertThat(plan(state, OccurrenceStatus.GONE, start).starts()).containsExactly(due);
            assertThat(plan(state, OccurrenceStatus.ended(ended), start).starts()).containsExactly(due);
        }
    }

    private static OccurrencePlan plan(ScheduleState state, OccurrenceStatus last, long now) {
        ScheduleSpec spec = state.specified().spec();
        return OccurrencePlanner.plan(new ScheduleSnapshot(state.id(), spec,
                state.anchorMillis(last, (AfterRule) spec.rule()), state.cursorMillis(), now, last.running(), List.of()));
    }
}
