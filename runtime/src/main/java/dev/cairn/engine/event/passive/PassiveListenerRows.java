package dev.cairn.engine.event.passive;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.InstanceWriter;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Subscriptions of instances that only listen, as rows of the store of instances beside those of kept events. The business key is the
 * instance, and each key of events is an attribute. The id has the position of the journal: a removal that comes late does not concern a
 * later subscription. Results fail as the store does.
 */
final class PassiveListenerRows {

    private static final String COLUMN = "$passive-listeners";
    private static final String VERSION = "1";
    private static final String KEY = "cairn.waits.";
    private static final String VALUE = "1";
    private static final int PAGE = 256;
    /** The time for which subscriptions stay that a crash has left of instances that no event finds. */
    private static final long KEPT_MILLIS = TimeUnit.DAYS.toMillis(36_500);
    private static final byte[] NO_CONTENT = "0".getBytes(StandardCharsets.US_ASCII);

    private final NodeContext context;
    private final InstanceStore store;

    PassiveListenerRows(NodeContext context, InstanceStore store) {
        this.context = context;
        this.store = store;
    }

    /** Writes the rows of an instance: one for each sixteen keys. */
    Uni<Void> put(String instanceId, long position, Collection<String> keys) {
        List<String> sorted = keys.stream().sorted(Comparator.naturalOrder()).toList();
        Uni<Void> all = Uni.createFrom().voidItem();
        for (int from = 0; from < sorted.size(); from += SearchKeys.MAX_ATTRIBUTES) {
            List<String> part = sorted.subList(from, Math.min(sorted.size(), from + SearchKeys.MAX_ATTRIBUTES));
            String rowId = InstanceIdGenerator.ofSubscription(instanceId + ' ' + from / SearchKeys.MAX_ATTRIBUTES, position);
            all = all.chain(() -> put(row(rowId, instanceId, part)));
        }
        return all;
    }

    private Uni<Void> put(InstanceRow row) {
        return commit(new InstanceWrite(row, InstanceWriter.FIRST_EPOCH, 0, List.of(EncodedEntry.of(NO_CONTENT))))
                .chain(result -> result == CommitResult.COMMITTED ? Uni.createFrom().voidItem()
                        // An earlier life has written it, with the same keys: they follow from the journal.
                        : commit(new InstanceWrite(row, InstanceWriter.FIRST_EPOCH, 1, List.of()))
                                .chain(changed -> changed == CommitResult.COMMITTED ? Uni.createFrom().voidItem() : put(row)));
    }

    private InstanceRow row(String id, String instanceId, List<String> keys) {
        Map<String, String> attributes = new TreeMap<>();
        keys.forEach(key -> attributes.put(KEY + key, VALUE));
        long now = context.time().millis();
        return new InstanceRow(id, COLUMN, VERSION, InstanceStatus.CANCELLED, 0, now, InstanceRow.NEVER, null)
                .withKeepUntil(now + KEPT_MILLIS).withKeys(new SearchKeys(instanceId, attributes));
    }

    /** The instances that a key finds. */
    Uni<PassiveListenerPage> find(String key, String cursor) {
        return search(new SearchKeys(null, Map.of(KEY + key, VALUE)), cursor).map(PassiveListenerRows::listeners);
    }

    private static PassiveListenerPage listeners(InstancePage page) {
        return new PassiveListenerPage(page.rows().stream().filter(PassiveListenerRows::isSubscription)
                .map(row -> new PassiveListener(row.keys().businessKey(), InstanceIdGenerator.positionOf(row.id()))).toList(),
                page.next());
    }

    /** All instances that have rows. */
    Uni<PassiveListenerPage> all(String cursor) {
        return Uni.createFrom().deferred(() -> store.find(rows(PAGE).withCursor(cursor))).map(PassiveListenerRows::listeners);
    }

    /** By keys alone: other criteria would make a store read other indexes too. No instance was created so early. */
    private Uni<InstancePage> search(SearchKeys keys, String cursor) {
        InstanceQuery query = InstanceQuery.all(PAGE).withCreated(0, 1).withKeys(keys).withCursor(cursor);
        return Uni.createFrom().deferred(() -> store.find(query));
    }

    private static boolean isSubscription(InstanceRow row) {
        return row.workflow().equals(COLUMN) && row.status() == InstanceStatus.CANCELLED;
    }

    /** True if an instance has rows. */
    Uni<Boolean> isAny() {
        return Uni.createFrom().deferred(() -> store.find(rows(1))).map(page -> !page.rows().isEmpty() || page.next() != null);
    }

    private static InstanceQuery rows(int limit) {
        return InstanceQuery.all(limit).withWorkflow(COLUMN).withCreated(0, 1).withStatus(InstanceStatus.CANCELLED);
    }

    /** Removes the rows of an instance from before a position that have none of some keys. */
    Uni<Void> remove(String instanceId, long position, Collection<String> keptKeys) {
        return remove(instanceId, position, keptKeys, null);
    }

    private Uni<Void> remove(String instanceId, long position, Collection<String> keptKeys, String cursor) {
        return search(new SearchKeys(instanceId, Map.of()), cursor).chain(page -> {
            List<InstanceRow> rows = page.rows().stream().filter(row -> isSubscription(row)
                    && InstanceIdGenerator.positionOf(row.id()) < position
                    && keptKeys.stream().noneMatch(key -> row.keys().attributes().containsKey(KEY + key))).toList();
            return Multi.createFrom().iterable(rows).onItem().transformToUniAndConcatenate(this::removed).collect().asList()
                    .chain(removed -> page.next() == null ? Uni.createFrom().voidItem()
                            : remove(instanceId, position, keptKeys, page.next()));
        });
    }

    private Uni<CommitResult> removed(InstanceRow row) {
        return commit(new InstanceWrite(new InstanceRow(row.id(), COLUMN, VERSION, InstanceStatus.COMPLETED, 0,
                row.updatedAtMillis(), InstanceRow.NEVER, null).withKeepUntil(1).withKeys(row.keys()),
                InstanceWriter.FIRST_EPOCH, 1, List.of()));
    }

    private Uni<CommitResult> commit(InstanceWrite write) {
        return context.journal().commit(write);
    }
}
