package dev.cairn.quarkus.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import dev.cairn.testkit.ManualTime;
import io.smallrye.mutiny.Uni;

/** A scrape finds fresh counts, however long ago the one before was. */
class StoreCountCacheTest {

    private static final InstanceGaugeKey WAITING = new InstanceGaugeKey("shop:orders", "1.0.0", "waiting");
    private static final InstanceGaugeKey PARKED = new InstanceGaugeKey("shop:orders", "1.0.0", InstanceGaugeKey.PARKED);

    private final ManualTime time = new ManualTime(1_700_000_000_000L);
    private final StoreCountCache counts = new StoreCountCache(this::ask, time, time);
    private long instances;
    private int questions;
    private boolean isDown;
    private boolean isExact = true;

    private Uni<List<InstanceCount>> ask() {
        questions++;
        return isDown ? Uni.createFrom().failure(new IllegalStateException("down"))
                : Uni.createFrom().item(List.of(
                        new InstanceCount("shop:orders", "1.0.0", InstanceStatus.WAITING, false, instances, isExact),
                        new InstanceCount("shop:orders", "1.0.0", InstanceStatus.WAITING, true, 1, true),
                        new InstanceCount("shop:orders", "1.0.0", InstanceStatus.SUSPENDED, true, 2, true)));
    }

    @Test
    void scrapesThatAreFarApartFindFreshCounts() {
        assertThat(counts.of(WAITING)).as("the store has not answered").isNaN();
        for (int minute = 1; minute <= 10; minute++) {
            time.advance(30_000);
            instances = minute;
            time.advance(30_000);
            assertThat(counts.of(WAITING)).as("minute %d", minute).isEqualTo(minute);
        }
    }

    @Test
    void parkedInstancesAreCountedApart() {
        instances = 4;
        counts.of(WAITING);
        assertThat(counts.of(WAITING)).isEqualTo(4);
        assertThat(counts.of(PARKED)).isEqualTo(3);
        assertThat(counts.of(new InstanceGaugeKey("shop:orders", "1.0.0", "faulted"))).isZero();
    }

    @Test
    void aPartOfTheInstancesIsNotShown() {
        isExact = false;
        counts.of(WAITING);
        assertThat(counts.of(WAITING)).isNaN();
        isExact = true;
        time.advance(StoreCountCache.FRESH_MILLIS);
        assertThat(counts.of(WAITING)).isZero();
    }

    @Test
    void theStoreIsNotAskedForNobody() {
        counts.of(WAITING);
        time.advance(StoreCountCache.READ_MILLIS + StoreCountCache.FRESH_MILLIS);
        int before = questions;
        time.advance(3_600_000);
        assertThat(questions).isEqualTo(before);
        instances = 5;
        assertThat(counts.of(WAITING)).isNaN();
        time.advance(StoreCountCache.FRESH_MILLIS);
        assertThat(counts.of(WAITING)).isEqualTo(5);
        time.advance(60_000);
        assertThat(questions - before).isBetween(6, 9);
        counts.close();
        before = questions;
        time.advance(60_000);
        assertThat(questions).isEqualTo(before);
    }

    @Test
    void oldCountsAreNotShown() {
        counts.of(WAITING);
        isDown = true;
        time.advance(StoreCountCache.BELIEVED_MILLIS);
        assertThat(counts.of(WAITING)).isZero();
        time.advance(1);
        assertThat(counts.of(WAITING)).isNaN();
        isDown = false;
        time.advance(StoreCountCache.FRESH_MILLIS);
        assertThat(counts.of(WAITING)).isZero();
    }
}
