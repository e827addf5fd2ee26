package dev.cairn.testkit;

import static dev.cairn.spi.CommitResult.COMMITTED;
import static dev.cairn.spi.CommitResult.FENCED;
import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static dev.cairn.testkit.SampleInstances.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/** The end of retention: {@link dev.cairn.spi.InstanceStore#removeEnded}. */
public interface RemovalContract extends StoreUnderTest {

    @Test
    default void whatIsRemovedIsGone() {
        assumeKeepsState();
        write(create(running("a"), "1"));
        write(next(ended("a", 5_000), 1, 1, "2"));

        assertThat(await(store().removeEnded(5_000, 10))).isEqualTo(1);

        assertThat(row("a")).isEmpty();
        assertThat(await(store().load("a"))).isEmpty();
        assertThat(await(store().find(InstanceQuery.all(10))).rows()).isEmpty();
        assertThat(commit(next(running("a"), 1, 2, "3"))).containsExactly(FENCED);
        assertThat(await(store().removeEnded(5_000, 10))).isZero();
    }

    @Test
    default void onlyWhatWasKeptForLongEnoughIsRemoved() {
        assumeKeepsState();
        write(create(running("running"), "1"));
        write(create(waiting("waiting", 1_000), "1"));
        write(create(inPhase("suspended", InstanceStatus.SUSPENDED, null), "1"));
        write(create(ended("before", 4_999), "1"));
        write(create(ended("at", 5_000), "1"));
        write(create(ended("after", 5_001), "1"));

        assertThat(await(store().removeEnded(4_999, 10))).isEqualTo(1);

        assertThat(row("before")).isEmpty();
        for (String kept : new String[] { "running", "waiting", "suspended", "at", "after" }) {
            assertThat(entries(load(kept))).containsExactly("1");
        }
    }

    @Test
    default void everyWayToEndIsAnEnd() {
        assumeKeepsState();
        write(create(inPhase("completed", InstanceStatus.COMPLETED, null).withKeepUntil(1_000), "1"));
        write(create(inPhase("faulted", InstanceStatus.FAULTED, null).withKeepUntil(1_000), "1"));
        write(create(inPhase("cancelled", InstanceStatus.CANCELLED, null).withKeepUntil(1_000), "1"));

        assertThat(await(store().removeEnded(FUTURE_MILLIS, 10))).isEqualTo(3);
    }

    @Test
    default void aCallRemovesNoMoreThanItsLimitEarliestFirst() {
        assumeKeepsState();
        for (int i : new int[] { 3, 0, 4, 1, 2 }) {
            write(create(ended("i-" + i, 1_000 + i), "1"));
        }

        assertThat(await(store().removeEnded(FUTURE_MILLIS, 2))).isEqualTo(2);
        assertThat(await(store().find(InstanceQuery.all(10))).rows()).extracting(InstanceRow::id)
                .containsExactlyInAnyOrder("i-2", "i-3", "i-4");
        assertThat(await(store().removeEnded(FUTURE_MILLIS, 2))).isEqualTo(2);
        assertThat(await(store().find(InstanceQuery.all(10))).rows()).extracting(InstanceRow::id)
                .containsExactly("i-4");
        assertThat(await(store().removeEnded(FUTURE_MILLIS, 2))).isEqualTo(1);
        assertThat(await(store().removeEnded(FUTURE_MILLIS, 2))).isZero();
    }

    @Test
    default void whatRunsAgainIsNotRemoved() {
        assumeKeepsState();
        write(create(inPhase("a", InstanceStatus.FAULTED, null).withKeepUntil(1_000), "1"));
        write(next(running("a"), 1, 1, "retried"));

        assertThat(await(store().removeEnded(FUTURE_MILLIS, 10))).isZero();
        assertThat(entries(load("a"))).containsExactly("1", "retried");
    }

    @Test
    default void anIdIsFreeAgainAfterRemoval() {
        assumeKeepsState();
        write(create(ended("a", 1_000), "old", "older"));
        await(store().removeEnded(FUTURE_MILLIS, 10));

        assertThat(commit(create(waiting("a", 9_000), "new"))).containsExactly(COMMITTED);
        reopen();

        assertThat(entries(load("a"))).containsExactly("new");
        assertThat(row("a")).contains(waiting("a", 9_000));
        assertThat(await(store().removeEnded(FUTURE_MILLIS, 10))).isZero();
    }

    @Test
    default void whatIsRemovedStaysRemoved() {
        assumeKeepsState();
        write(create(ended("a", 1_000), "1"));
        write(create(running("b"), "1"));
        await(store().removeEnded(FUTURE_MILLIS, 10));

        reopen();

        assertThat(row("a")).isEmpty();
        assertThat(entries(load("b"))).containsExactly("1");
    }

    @Test
    default void whatHasNotEndedTakesNoPlaceOfWhatHas() {
        assumeKeepsState();
        for (int i = 0; i < 5; i++) {
            write(create(running("a-" + i), "1"));
            write(create(waiting("b-" + i, 1_000), "1"));
        }
        write(create(ended("c", 1_000), "1"));
        InstanceRow kept = ended("d", 3_000);
        write(create(kept, "1"));

        assertThat(await(store().removeEnded(2_000, 3))).isEqualTo(1);
        assertThat(row("c")).isEmpty();
        assertThat(row("d")).contains(kept);
    }

    @Test
    default void whatGetsTheIdOfARemovedInstanceIsFoundByItsOwnKeysAlone() {
        assumeKeepsState();
        write(create(ended("a", 1_000).withKeys(new SearchKeys("old", Map.of("customer", "old"))), "1"));
        await(store().removeEnded(FUTURE_MILLIS, 10));
        InstanceRow created = running("a").withKeys(new SearchKeys("new", Map.of("customer", "new")));
        write(create(created, "1"));

        for (SearchKeys keys : List.of(new SearchKeys("old", Map.of()), new SearchKeys(null, Map.of("customer", "old")))) {
            assertThat(await(store().find(InstanceQuery.all(10).withKeys(keys))).rows()).isEmpty();
        }
        assertThat(await(store().find(InstanceQuery.all(10).withKeys(created.keys()))).rows()).containsExactly(created);
    }
}
