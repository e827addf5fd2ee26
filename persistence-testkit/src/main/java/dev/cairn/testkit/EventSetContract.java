package dev.cairn.testkit;

import static dev.cairn.spi.CommitResult.COMMITTED;
import static dev.cairn.spi.CommitResult.EXISTS;
import static dev.cairn.spi.CommitResult.FENCED;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.Claim;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/**
 * Sets of events are rows beside those of instances: created at 0, found by an attribute, and changed by any node without a claim. A store
 * needs no rules for them beside those for instances.
 */
public interface EventSetContract extends StoreUnderTest {

    /** As high as a random epoch may be. */
    long EPOCH = (1L << 50) - 1;

    private static InstanceRow set(String id, String key, InstanceStatus status, long wakeMillis, long keepUntilMillis) {
        return new InstanceRow(id, "$event-sets", "1", status, 0, 500, wakeMillis, null).withKeepUntil(keepUntilMillis)
                .withKeys(new SearchKeys(null, Map.of("cairn.event.set", key, "cairn.event.set.number", "0")));
    }

    private static InstanceRow open(String id, String key) {
        return set(id, key, InstanceStatus.WAITING, 2_000, InstanceRow.NEVER);
    }

    private static InstanceWrite opening(InstanceRow row, long epoch) {
        return InstanceWrite.of(row, epoch, 0, List.of("opened".getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> found(String key) {
        InstanceQuery query = InstanceQuery.all(2).withCreated(0, 1)
                .withKeys(new SearchKeys(null, Map.of("cairn.event.set", key)));
        List<String> ids = new ArrayList<>();
        InstancePage page = await(store().find(query));
        page.rows().forEach(row -> ids.add(row.id()));
        while (page.next() != null) {
            page = await(store().find(query.withCursor(page.next())));
            page.rows().forEach(row -> ids.add(row.id()));
        }
        return ids;
    }

    /** A node that searches after the answer of a commit finds the set, in any status. */
    @Test
    default void aSetIsFoundByItsKeyAsSoonAsItIsDurableAndWhenItHasEnded() {
        assumeKeepsState();
        for (int i = 0; i < 10; i++) {
            write(opening(open("G" + i, "key" + i), EPOCH));
            assertThat(found("key" + i)).containsExactly("G" + i);
            write(next(set("G" + i, "key" + i, InstanceStatus.COMPLETED, InstanceRow.NEVER, 9_000), EPOCH, 1));
            assertThat(found("key" + i)).containsExactly("G" + i);
            write(opening(open("H" + i, "key" + i), EPOCH - 1));
            assertThat(found("key" + i)).containsExactlyInAnyOrder("G" + i, "H" + i);
        }
        write(create(running("a"), "1"));
        assertThat(await(store().find(InstanceQuery.all(100).withCreated(1, Long.MAX_VALUE))).rows())
                .extracting(InstanceRow::id).containsExactly("a");
    }

    @Test
    default void ofTwoNodesThatHaveReadTheSameOneAdds() {
        assumeKeepsState();
        write(opening(open("G", "key"), EPOCH));
        assertThat(commit(opening(open("G", "key"), 7))).containsExactly(EXISTS);
        assertThat(commit(next(open("G", "key"), EPOCH, 1, "one"))).containsExactly(COMMITTED);
        assertThat(await(another().commit(List.of(next(open("G", "key"), EPOCH, 1, "other"))))).containsExactly(FENCED);
        assertThat(entries(load("G"))).containsExactly("opened", "one");
        assertThat(load("G").epoch()).isEqualTo(EPOCH);
    }

    /** Otherwise a late node would add an event to a set that it has not read. */
    @Test
    default void aSetWithTheIdOfAnEarlierOneRefusesTheEpochOfThat() {
        assumeKeepsState();
        write(opening(open("G", "key"), EPOCH));
        write(next(set("G", "key", InstanceStatus.COMPLETED, InstanceRow.NEVER, 1), EPOCH, 1));
        assertThat(await(store().removeEnded(1, 10))).isEqualTo(1);
        assertThat(commit(next(open("G", "key"), EPOCH, 1, "late"))).containsExactly(FENCED);
        write(opening(open("G", "key"), 5));
        assertThat(commit(next(open("G", "key"), EPOCH, 1, "late"))).containsExactly(FENCED);
        write(next(open("G", "key"), 5, 1, "one"));
        assertThat(entries(load("G"))).containsExactly("opened", "one");
    }

    @Test
    default void anAdditionTakesADueSetFromTheNodeThatHasClaimedIt() {
        assumeKeepsState();
        write(opening(open("G", "key"), EPOCH));
        assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(2_000, "G"));
        Claim claim = await(store().claim(NODE, List.of("G"))).get(0);
        assertThat(claim.epoch()).isGreaterThan(EPOCH);
        assertThat(commit(next(open("G", "key"), EPOCH, 1, "late"))).containsExactly(FENCED);
        write(next(open("G", "key"), claim.epoch(), 1, "one"));
        assertThat(
                commit(next(set("G", "key", InstanceStatus.CANCELLED, InstanceRow.NEVER, 9_000), claim.epoch(), 1, "expired")))
                .containsExactly(FENCED);
        assertThat(await(store().claim(SampleInstances.OTHER_NODE, List.of("G")))).hasSize(1);
    }

    @Test
    default void aSetThatIsNotNeededIsRemovedBeforeOthers() {
        assumeKeepsState();
        write(opening(set("G", "key", InstanceStatus.COMPLETED, InstanceRow.NEVER, 1_000), EPOCH));
        write(opening(set("H", "key", InstanceStatus.COMPLETED, InstanceRow.NEVER, 1), EPOCH));
        assertThat(await(store().removeEnded(1, 10))).isEqualTo(1);
        assertThat(found("key")).containsExactly("G");
    }
}
