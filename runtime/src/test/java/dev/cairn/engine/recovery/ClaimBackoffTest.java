package dev.cairn.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.DueTimer;

class ClaimBackoffTest {

    private static final DueTimer TIMER = new DueTimer(1_000, "one");

    private final ClaimBackoff tries = new ClaimBackoff(2_000);

    /** The index is read once a second, a while before the timer is due and after it. */
    private List<Long> triedAt(DueTimer timer, long fromMillis, long toMillis) {
        List<Long> tried = new ArrayList<>();
        for (long now = fromMillis; now < toMillis; now += 1_000) {
            tries.readAnew();
            if (tries.isNext(timer, Math.max(now, timer.dueAtMillis()))) {
                tried.add(now);
            }
        }
        return tried;
    }

    @Test
    void whatStaysDueIsTriedAfterLongerAndLongerPauses() {
        assertThat(triedAt(TIMER, -1_000, 130_000)).containsExactly(-1_000L, 0L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L,
                32_000L, 64_000L, 96_000L, 128_000L);
    }

    @Test
    void anotherTimeOfAnInstanceIsTriedAtOnce() {
        triedAt(TIMER, 0, 60_000);
        assertThat(triedAt(new DueTimer(60_000, "one"), 60_000, 63_000)).containsExactly(60_000L, 61_000L);
    }

    @Test
    void whatWasNotSeenIsForgotten() {
        triedAt(TIMER, 0, 60_000);
        tries.readAnew();
        assertThat(triedAt(TIMER, 61_000, 64_000)).containsExactly(61_000L, 62_000L);
    }

    @Test
    void onesThatAreSeenTwiceInAReadingAreTheSame() {
        triedAt(TIMER, 0, 3_000);
        tries.readAnew();
        assertThat(tries.isNext(TIMER, 3_000)).isFalse();
        assertThat(tries.isNext(TIMER, 3_000)).isFalse();
    }

    @Test
    void whatIsBeyondTheMostThatIsNotedIsTriedEachTime() {
        for (long now = 2_000; now < 8_000; now += 1_000) {
            tries.readAnew();
            int tried = 0;
            for (int i = 0; i < 11_000; i++) {
                tried += tries.isNext(new DueTimer(1_000, "id-" + i), now) ? 1 : 0;
            }
            assertThat(tried).isBetween(1_000, 11_000);
        }
    }
}
