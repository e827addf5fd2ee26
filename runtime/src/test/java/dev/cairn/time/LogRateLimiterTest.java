package dev.cairn.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogRateLimiterTest {

    private long nowMillis = Long.MIN_VALUE / 2;
    private final LogRateLimiter interval = new LogRateLimiter(new TimeSource() {
        @Override
        public long millis() {
            throw new AssertionError("The clock may be set");
        }

        @Override
        public long elapsedNanos() {
            throw new AssertionError("Milliseconds are enough");
        }

        @Override
        public long elapsedMillis() {
            return nowMillis;
        }
    }, 1_000);

    @Test
    void aMessageIsDueAtOnceAndThenOnceInAnInterval() {
        assertThat(interval.isDue()).isTrue();
        assertThat(interval.isDue()).isFalse();
        nowMillis += 999;
        assertThat(interval.isDue()).isFalse();
        nowMillis += 1;
        assertThat(interval.isDue()).isTrue();
        assertThat(interval.isDue()).isFalse();
    }
}
