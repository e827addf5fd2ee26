package dev.cairn.engine.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

/** A ring counts each interval for itself, and forgets what is older than its length. */
class RateRingTest {

    private static final long NOON_MILLIS = 1_800_000_000_000L;
    private static final int LAST = RateRing.BUCKETS - 1;

    private final RateRing ring = new RateRing();

    @Test
    void itCountsByInterval() {
        ring.add(NOON_MILLIS);
        ring.add(NOON_MILLIS + RateRing.BUCKET_MILLIS - 1);
        ring.add(NOON_MILLIS + RateRing.BUCKET_MILLIS);
        long[] counts = ring.counts(NOON_MILLIS + RateRing.BUCKET_MILLIS);
        assertThat(counts).hasSize(RateRing.BUCKETS);
        assertThat(List.of(counts[LAST - 1], counts[LAST])).containsExactly(2L, 1L);
        assertThat(LongStream.of(counts).sum()).isEqualTo(3);
    }

    @Test
    void whatIsOlderIsForgotten() {
        ring.add(NOON_MILLIS);
        long later = NOON_MILLIS + LAST * RateRing.BUCKET_MILLIS;
        assertThat(ring.counts(later)[0]).isEqualTo(1);
        assertThat(LongStream.of(ring.counts(later + RateRing.BUCKET_MILLIS)).sum()).isZero();
        ring.add(later + RateRing.BUCKET_MILLIS);
        assertThat(ring.counts(later + RateRing.BUCKET_MILLIS)[LAST]).as("in the cell of noon").isEqualTo(1);
    }

    @Test
    void noCountIsLost() throws InterruptedException {
        int adds = 200_000;
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = IntStream.range(0, 8).mapToObj(any -> new Thread(() -> {
            await(begin);
            for (int i = 0; i < adds; i++) {
                ring.add(NOON_MILLIS);
            }
        })).toList();
        threads.forEach(Thread::start);
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ring.counts(NOON_MILLIS)[LAST]).isEqualTo((long) threads.size() * adds);
    }

    private static void await(CountDownLatch begin) {
        try {
            begin.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
