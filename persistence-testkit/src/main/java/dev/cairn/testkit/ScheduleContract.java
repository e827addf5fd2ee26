package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.CREATED_AT_MILLIS;
import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.keyed;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static dev.cairn.testkit.SampleInstances.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/**
 * Schedules as rows beside those of instances: created at 0, of a workflow behind {@code $}, and changed by writes without entries. A store
 * knows nothing of them; the rules for instances suffice.
 */
public interface ScheduleContract extends StoreUnderTest {

    private static InstanceRow schedule(String id, InstanceStatus status, long cursorMillis, long wakeMillis, SearchKeys keys) {
        return new InstanceRow(id, "$shop:orders", "1.0.0", status, 0, cursorMillis, wakeMillis, null).withKeys(keys);
    }

    private static InstanceRow schedule(String id, long cursorMillis, long wakeMillis) {
        return schedule(id, InstanceStatus.WAITING, cursorMillis, wakeMillis, SearchKeys.NONE);
    }

    private List<String> found(InstanceQuery query) {
        List<String> ids = new ArrayList<>();
        InstancePage page = await(store().find(query));
        page.rows().forEach(row -> ids.add(row.id()));
        while (page.next() != null) {
            page = await(store().find(query.withCursor(page.next())));
            page.rows().forEach(row -> ids.add(row.id()));
        }
        return ids;
    }

    @Test
    default void searchesSeparateSchedulesFromInstances() {
        assumeKeepsState();
        SearchKeys marked = new SearchKeys(null, Map.of("cairn.definition", "true"));
        for (int i = 0; i < 7; i++) {
            write(create(schedule("S" + i, InstanceStatus.WAITING, 5, 1_000 + i, i < 2 ? marked : SearchKeys.NONE), "1"));
        }
        write(create(running("a"), "1"));
        write(create(waiting("b", 1_000), "1"));
        write(create(waiting("old", 1_000).withKeys(marked), "1"));

        InstanceQuery all = InstanceQuery.all(3);
        assertThat(found(all.withCreated(1, Long.MAX_VALUE))).containsExactlyInAnyOrder("a", "b", "old");
        assertThat(found(all.withCreated(0, 1))).containsExactlyInAnyOrder("S0", "S1", "S2", "S3", "S4", "S5", "S6");
        assertThat(found(all.withCreated(0, 1).withWorkflow("$shop:orders")
                .withStatuses(EnumSet.of(InstanceStatus.WAITING, InstanceStatus.SUSPENDED)))).hasSize(7);
        assertThat(found(all.withCreated(0, 1).withWorkflow("$shop:orders").withKeys(marked)))
                .containsExactlyInAnyOrder("S0", "S1");
        assertThat(found(all.withWorkflow("shop:orders"))).containsExactlyInAnyOrder("a", "b", "old");
    }

    /** Overlap policies search for the instances that have not ended, and people for the newest ones. */
    @Test
    default void theInstancesOfAScheduleAreFoundByTheirAttribute() {
        assumeKeepsState();
        for (int i = 0; i < 6; i++) {
            write(create(keyed("i" + i, CREATED_AT_MILLIS + i, null, Map.of("cairn.schedule", i % 3 == 0 ? "S2" : "S1")), "1"));
        }
        write(create(keyed("beside", CREATED_AT_MILLIS + 9, null, Map.of("cairn.schedule", "S1-beside")), "1"));
        InstanceRow last = keyed("i5", CREATED_AT_MILLIS + 5, null, Map.of("cairn.schedule", "S1"));
        write(next(new InstanceRow("i5", last.workflow(), last.version(), InstanceStatus.COMPLETED, last.createdAtMillis(),
                last.createdAtMillis() + 1, InstanceRow.NEVER, null).withKeys(last.keys()).withKeepUntil(FUTURE_MILLIS), 1, 1,
                "2"));

        InstanceQuery ofSchedule = InstanceQuery.all(2).withWorkflow(last.workflow())
                .withKeys(new SearchKeys(null, Map.of("cairn.schedule", "S1")));
        assertThat(found(ofSchedule)).containsExactly("i5", "i4", "i2", "i1");
        assertThat(found(ofSchedule.withStatuses(EnumSet.range(InstanceStatus.PENDING, InstanceStatus.SUSPENDED))))
                .containsExactly("i4", "i2", "i1");
    }

    /** A row that changes without an entry keeps its place in each page of a search. */
    @Test
    default void aSearchInPagesHasEachScheduleOnce() {
        assumeKeepsState();
        for (int i = 0; i < 9; i++) {
            write(create(schedule("S" + i, 5, 1_000 + i), "1"));
        }
        InstanceQuery query = InstanceQuery.all(2).withCreated(0, 1).withWorkflow("$shop:orders");
        List<String> ids = new ArrayList<>();
        InstancePage page = await(store().find(query));
        page.rows().forEach(row -> ids.add(row.id()));
        for (int round = 0; page.next() != null; round++) {
            String id = "S" + round % 9;
            Claim claim = await(store().claim(NODE, List.of(id))).get(0);
            write(next(schedule(id, 9_000 + round, 20_000 - round), claim.epoch(), 1));
            page = await(store().find(query.withCursor(page.next())));
            page.rows().forEach(row -> ids.add(row.id()));
        }
        assertThat(ids).containsExactlyInAnyOrder("S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8");
    }

    @Test
    default void aClaimedScheduleIsWrittenBackWithoutAnEntry() {
        assumeKeepsState();
        write(create(schedule("S", 500, 1_000), "1"));
        for (int i = 1; i <= 3; i++) {
            Claim claim = await(store().claim(NODE, List.of("S"))).get(0);
            assertThat(claim.entries()).isEqualTo(1);
            InstanceRow back = schedule("S", 1_000L * i, 1_000L * (i + 1));
            write(next(back, claim.epoch(), 1));

            assertThat(await(store().row("S"))).contains(back);
            assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(1_000L * (i + 1), "S"));
            assertThat(await(store().load("S"))).hasValueSatisfying(stored -> assertThat(entries(stored)).containsExactly("1"));
        }
    }

    /** The error type of a schedule has numbers, although it has not ended. */
    @Test
    default void aTextInTheErrorTypeIsKeptByEachWrite() {
        assumeKeepsState();
        write(create(schedule("S", 500, 1_000), "1"));
        for (int i = 1; i <= 3; i++) {
            Claim claim = await(store().claim(NODE, List.of("S"))).get(0);
            assertThat(claim.row().errorType()).isEqualTo(i == 1 ? null : "skipped=" + (i - 1));
            InstanceRow back = schedule("S", 1_000L * i, 1_000L * (i + 1)).withErrorType("skipped=" + i);
            write(next(back, claim.epoch(), 1));

            assertThat(await(store().row("S"))).contains(back);
            assertThat(await(store().load("S"))).hasValueSatisfying(stored -> assertThat(stored.row()).isEqualTo(back));
            assertThat(await(store().find(InstanceQuery.all(10).withCreated(0, 1))).rows()).containsExactly(back);
        }
        assertThat(found(InstanceQuery.all(10).withCreated(1, Long.MAX_VALUE).withErrorType("skipped=3"))).isEmpty();
        write(next(schedule("S", 9_000, 10_000), await(store().claim(NODE, List.of("S"))).get(0).epoch(), 1));
        assertThat(await(store().row("S")).orElseThrow().errorType()).isNull();
    }

    /** A command writes without a claim, and the node with the claim then finds its own write refused. */
    @Test
    default void anEntryInBetweenFencesTheClaim() {
        assumeKeepsState();
        write(create(schedule("S", 500, 1_000), "1"));
        Claim claim = await(store().claim(NODE, List.of("S"))).get(0);
        InstanceRow paused = schedule("S", InstanceStatus.SUSPENDED, 500, InstanceRow.NEVER, SearchKeys.NONE);
        write(next(paused, claim.epoch(), 1, "2"));

        assertThat(commit(next(schedule("S", 1_000, 2_000), claim.epoch(), 1))).containsExactly(CommitResult.FENCED);
        assertThat(await(store().row("S"))).contains(paused);
        assertThat(await(store().dueTimers(10_000, null, 10))).isEmpty();
        assertThat(found(InstanceQuery.all(10).withStatus(InstanceStatus.SUSPENDED))).containsExactly("S");
    }

    @Test
    default void aDeletedScheduleMayGoOnUntilItIsRemoved() {
        assumeKeepsState();
        write(create(schedule("S", 500, 1_000), "1"));
        InstanceRow ended = schedule("S", InstanceStatus.CANCELLED, 600, InstanceRow.NEVER, SearchKeys.NONE);
        write(next(ended.withKeepUntil(700), 1, 1, "2"));
        assertThat(await(store().claim(NODE, List.of("S")))).isEmpty();
        write(next(schedule("S", 800, 2_000), 1, 2, "3"));

        assertThat(await(store().removeEnded(10_000, 10))).isZero();
        assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(2_000, "S"));
        assertThat(await(store().claim(NODE, List.of("S")))).hasSize(1);
    }

    @Test
    default void aScheduleIsNoOrphan() {
        assumeKeepsState();
        write(create(schedule("S", 500, 1_000), "1"));
        await(store().claim(SampleInstances.OTHER_NODE, List.of("S")));
        assertThat(await(store().claimOrphans(NODE, 10))).isEmpty();
        assertThat(await(store().findOwned(SampleInstances.OTHER_NODE, null, 10)).rows()).isEmpty();
    }
}
