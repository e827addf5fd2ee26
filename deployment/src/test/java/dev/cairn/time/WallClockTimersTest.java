package dev.cairn.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.testkit.ManualTime;

class WallClockTimersTest {

    private static final long NOON = 1_700_000_000_000L;

    private final ManualTime time = new ManualTime(NOON);
    /** Number of times that a timer was armed. */
    private int armed;
    private final WallClockTimers timers = new WallClockTimers((delayMillis, action) -> {
        armed++;
        return time.after(delayMillis, action);
    }, time, Runnable::run);
    private final List<String> rung = new ArrayList<>();

    private Runnable at(long dueMillis, String name) {
        return timers.at(dueMillis, () -> rung.add(name));
    }

    @Test
    void ringAtTheirTimeInTheOrderOfTheirTimes() {
        at(NOON + 2_500, "second");
        at(NOON + 2_000, "first");
        time.advance(1_999);
        assertThat(rung).isEmpty();
        time.advance(1);
        assertThat(rung).containsExactly("first");
        time.advance(500);
        assertThat(rung).containsExactly("first", "second");
    }

    @Test
    void aTimeThatHasPassedRingsBehindTheCall() {
        at(NOON - 1, "past");
        assertThat(rung).isEmpty();
        time.advance(0);
        assertThat(rung).containsExactly("past");
    }

    @ParameterizedTest
    @ValueSource(longs = { 0, 1_500, 10_000 })
    void aTimerThatIsCancelledNeverRings(long afterMillis) {
        Runnable cancel = at(NOON + 20_000, "cancelled");
        time.advance(afterMillis);
        cancel.run();
        cancel.run();
        time.setClock(NOON + 3_600_000);
        time.advance(3_600_000);
        assertThat(rung).isEmpty();
    }

    @Test
    void allCanBeCancelled() {
        at(NOON + 20_000, "one");
        at(NOON + 30_000, "two");
        timers.cancelAll();
        time.advance(40_000);
        assertThat(rung).isEmpty();
    }

    @Test
    void nobodyLooksAtTheClockWhileNoTimerWaits() {
        at(NOON + 5_500, "only");
        time.advance(10_000);
        assertThat(rung).containsExactly("only");
        assertThat(time.nextAlarmMillis()).isEqualTo(-1);
        at(NOON + 15_000, "another");
        time.setClock(NOON + 20_000);
        time.advance(1_000);
        assertThat(rung).containsExactly("only", "another");
    }

    /** Each timer is armed once, independent of others, and the check of the clock is one timer. */
    @Test
    void aClockThatNobodySetsCostsNoMoreForManyTimers() {
        for (int i = 0; i < 1_000; i++) {
            at(NOON + 60_000 + i, "timer");
        }
        time.advance(59_999);
        assertThat(armed).isEqualTo(1_000 + 60);
    }

    /** The last one is too small to be seen by itself. */
    @Test
    void smallChangesAddUp() {
        at(NOON + 10_000, "only");
        for (int i = 0; i < 5; i++) {
            time.advance(1_000);
            time.setClock(time.millis() + 90);
        }
        time.advance(4_639);
        assertThat(rung).isEmpty();
        time.advance(1);
        assertThat(rung).containsExactly("only");
        assertThat(time.millis()).isEqualTo(NOON + 10_090);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void timersFollowAClockThatIsSetAtRandom(long seed) {
        Random random = new Random(seed);
        List<Waiting> waiting = new ArrayList<>();
        for (int turn = 0; turn < 1_000; turn++) {
            if (random.nextInt(5) == 0) {
                Waiting timer = new Waiting(time.millis() + random.nextInt(20_000));
                waiting.add(timer);
                timers.at(timer.dueMillis, () -> {
                    assertThat(time.millis()).isGreaterThanOrEqualTo(timer.dueMillis);
                    assertThat(waiting.remove(timer)).isTrue();
                });
            }
            if (random.nextInt(20) == 0) {
                time.setClock(time.millis() + random.nextInt(7_200_000) - 3_600_000);
            }
            time.advance(random.nextInt(200));
            waiting.forEach(Waiting::isNotLate);
        }
        time.setClock(time.millis() + 24 * 3_600_000);
        time.advance(WallClockTimers.LOOK_MILLIS);
        assertThat(waiting).isEmpty();
    }

    private final class Waiting {
        private final long dueMillis;
        /** The elapsed time since which the clock has been behind its time without a break, or -1. */
        private long dueSinceMillis = -1;

        Waiting(long dueMillis) {
            this.dueMillis = dueMillis;
        }

        void isNotLate() {
            if (time.millis() < dueMillis) {
                dueSinceMillis = -1;
            } else if (dueSinceMillis < 0) {
                dueSinceMillis = time.elapsedMillis();
            }
            assertThat(dueSinceMillis < 0 || time.elapsedMillis() - dueSinceMillis <= WallClockTimers.LOOK_MILLIS).isTrue();
        }
    }
}
