package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/**
 * Kept events are rows beside those of instances: created at 0, with a workflow that begins with {@code $}, and ended from the beginning.
 * A store needs no rules for them beside those for instances.
 */
public interface KeptEventContract extends StoreUnderTest {

    private static InstanceRow event(String id, InstanceStatus status, String type, long keepUntilMillis) {
        return new InstanceRow(id, "$events", "1", status, 0, 500, InstanceRow.NEVER, null).withKeepUntil(keepUntilMillis)
                .withKeys(new SearchKeys(null, Map.of("cairn.event.type", type, "cairn.event.bytes", "9")));
    }

    private List<String> kept(String type, int limit) {
        InstanceQuery query = InstanceQuery.all(limit).withWorkflow("$events").withCreated(0, 1)
                .withStatuses(Set.of(InstanceStatus.CANCELLED))
                .withKeys(type == null ? SearchKeys.NONE : new SearchKeys(null, Map.of("cairn.event.type", type)));
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
    default void eventsAreFoundByTheirTypeAndBesideInstances() {
        assumeKeepsState();
        for (int i = 0; i < 7; i++) {
            write(create(event("E" + i, InstanceStatus.CANCELLED, i < 5 ? "paid" : "sent", 2_000), "1"));
        }
        write(create(running("a"), "1"));

        assertThat(kept("paid", 2)).containsExactlyInAnyOrder("E0", "E1", "E2", "E3", "E4");
        assertThat(kept("sent", 2)).containsExactlyInAnyOrder("E5", "E6");
        assertThat(kept("other", 2)).isEmpty();
        assertThat(kept(null, 3)).hasSize(7);
        assertThat(await(store().find(InstanceQuery.all(100).withCreated(1, Long.MAX_VALUE))).rows())
                .extracting(InstanceRow::id).containsExactly("a");
    }

    /** A listener that searches after the answer of the commit always finds the event. */
    @Test
    default void anEventIsFoundAsSoonAsItIsDurable() {
        assumeKeepsState();
        for (int i = 0; i < 30; i++) {
            write(create(event("E" + i, InstanceStatus.CANCELLED, "type" + i, 2_000), "1"));
            assertThat(kept("type" + i, 10)).containsExactly("E" + i);
        }
    }

    @Test
    default void anEventIsKeptOnce() {
        assumeKeepsState();
        write(create(event("E", InstanceStatus.CANCELLED, "paid", 2_000), "1"));
        assertThat(commit(create(event("E", InstanceStatus.CANCELLED, "paid", 9_000), "2")))
                .containsExactly(CommitResult.EXISTS);
        assertThat(await(store().row("E"))).contains(event("E", InstanceStatus.CANCELLED, "paid", 2_000));
    }

    @Test
    default void aTakenEventIsFoundByItsIdAlone() {
        assumeKeepsState();
        write(create(event("E", InstanceStatus.CANCELLED, "paid", 2_000), "1"));
        InstanceRow taken = event("E", InstanceStatus.COMPLETED, "paid", 1_500);
        write(next(taken, 1, 1));
        // Two nodes may have offered it.
        write(next(taken, 1, 1));

        assertThat(kept("paid", 10)).isEmpty();
        assertThat(await(store().row("E"))).contains(taken);
        assertThat(await(store().load("E"))).hasValueSatisfying(stored -> assertThat(entries(stored)).containsExactly("1"));
        write(next(event("E", InstanceStatus.CANCELLED, "paid", 9_000), 1, 1));
        assertThat(kept("paid", 10)).containsExactly("E");
    }

    @Test
    default void anEventHasNeitherOwnerNorTimer() {
        assumeKeepsState();
        write(create(event("E", InstanceStatus.CANCELLED, "paid", 2_000), "1"));
        assertThat(await(store().claim(NODE, List.of("E")))).isEmpty();
        assertThat(await(store().claimOrphans(NODE, 10))).isEmpty();
        assertThat(await(store().dueTimers(10_000, null, 10))).isEmpty();
    }

    @Test
    default void expiredEventsAreRemovedInPortions() {
        assumeKeepsState();
        for (int i = 0; i < 5; i++) {
            write(create(event("E" + i, InstanceStatus.CANCELLED, "paid", 1_000 + i), "1"));
        }
        assertThat(await(store().removeEnded(999, 10))).isZero();
        assertThat(await(store().removeEnded(1_003, 3))).isEqualTo(3);
        assertThat(await(store().removeEnded(1_003, 3))).isEqualTo(1);
        assertThat(kept("paid", 10)).containsExactly("E4");
        assertThat(await(store().load("E0"))).isEmpty();
    }
}
