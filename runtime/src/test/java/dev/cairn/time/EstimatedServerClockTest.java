package dev.cairn.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EstimatedServerClockTest {

    private long wallMillis = 5_000;
    private long elapsedMillis = 100;
    private final EstimatedServerClock clock = new EstimatedServerClock(new TimeSource() {
        @Override
        public long millis() {
            return wallMillis;
        }

        @Override
        public long elapsedMillis() {
            return elapsedMillis;
        }
    });

    @Test
    void untilTheServerHasSaidSomethingItIsTheWallClock() {
        assertThat(clock.millis()).isEqualTo(5_000);
    }

    @Test
    void afterThatTheWallClockNoLongerMatters() {
        clock.heard(100, 100, 9_000_000);
        wallMillis = 0;
        elapsedMillis += 250;
        assertThat(clock.millis()).isEqualTo(9_000_250);
    }

    @Test
    void theFirstAnswerIsTakenForOneFromTheMiddleOfTheRoundTrip() {
        elapsedMillis = 140;
        clock.heard(100, 140, 9_000_000);
        assertThat(clock.millis()).isEqualTo(9_000_020);
    }

    @Test
    void slowAnswersThatAreNoContradictionChangeNothing() {
        clock.heard(100, 100, 9_000_000);
        elapsedMillis = 1_100;
        clock.heard(100, 1_100, 9_000_030);
        assertThat(clock.millis()).isEqualTo(9_001_000);
    }

    @Test
    void aServerWhoseClockWasSetIsFollowedInEitherDirection() {
        clock.heard(100, 100, 9_000_000);
        clock.heard(100, 110, 8_000_000);
        assertThat(clock.millis()).isEqualTo(8_000_000);
        clock.heard(100, 110, 9_500_000);
        assertThat(clock.millis()).isEqualTo(9_499_990);
    }
}
