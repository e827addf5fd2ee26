package dev.cairn.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyedRateLimiterTest {

    private long nowMillis = Long.MIN_VALUE / 2;
    private final KeyedRateLimiter limiter = new KeyedRateLimiter(new TimeSource() {
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
    }, 1_000, 2);

    @Test
    void eachKeyIsDueOnceInAnInterval() {
        assertThat(limiter.isDue("a")).isTrue();
        nowMillis += 500;
        assertThat(limiter.isDue("b")).isTrue();
        assertThat(limiter.isDue("a")).isFalse();
        nowMillis += 500;
        assertThat(limiter.isDue("a")).isTrue();
        assertThat(limiter.isDue("b")).isFalse();
    }

    @Test
    void noMoreKeysAreDueInAnIntervalThanItsBound() {
        assertThat(limiter.isDue("a")).isTrue();
        assertThat(limiter.isDue("b")).isTrue();
        assertThat(limiter.isDue("c")).isFalse();
        nowMillis += 1_000;
        assertThat(limiter.isDue("c")).isTrue();
    }
}
