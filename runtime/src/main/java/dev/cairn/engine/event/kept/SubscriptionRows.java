package dev.cairn.engine.event.kept;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.InstanceWriter;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/**
 * The types of events that suspended and parked instances listen for, as rows of the store of instances, beside those of kept
 * events. The business key is the instance; each type is an attribute by its hash. A row is a hint: the instance decides. Results
 * fail as the store does.
 */
final class SubscriptionRows {

    private static final String COLUMN = "$listeners";
    private static final String VERSION = "1";
    private static final String TYPE = "cairn.listens.";
    private static final int PAGE = 1_000;
    /** As long as events are kept for an instance. */
    private static final long KEPT_MILLIS = TimeUnit.DAYS.toMillis(365);
    private static final byte[] NO_CONTENT = "0".getBytes(StandardCharsets.US_ASCII);

    private final NodeContext context;
    private final InstanceStore store;

    SubscriptionRows(NodeContext context, InstanceStore store) {
        this.context = context;
        this.store = store;
    }

    /** Writes the rows of an instance: one for each sixteen types. */
    Uni<Void> put(String instanceId, List<String> types) {
        Uni<Void> all = Uni.createFrom().voidItem();
        for (int from = 0; from < types.size(); from += SearchKeys.MAX_ATTRIBUTES) {
            List<String> part = types.subList(from, Math.min(types.size(), from + SearchKeys.MAX_ATTRIBUTES));
            int number = from / SearchKeys.MAX_ATTRIBUTES;
            all = all.chain(() -> put(row(instanceId, number, part)));
        }
        return all;
    }

    private Uni<Void> put(InstanceRow row) {
        return commit(new InstanceWrite(row, InstanceWriter.FIRST_EPOCH, 0, List.of(EncodedEntry.of(NO_CONTENT))))
                .chain(result -> result == CommitResult.COMMITTED ? Uni.createFrom().voidItem()
                        : change(row).chain(changed -> changed == CommitResult.COMMITTED ? Uni.createFrom().voidItem()
                                // Removed in between.
                                : put(row)));
    }

    private InstanceRow row(String instanceId, int number, List<String> types) {
        Map<String, String> attributes = new TreeMap<>();
        types.forEach(type -> attributes.put(attribute(type), "true"));
        long now = context.time().millis();
        return new InstanceRow(rowId(instanceId, number), COLUMN, VERSION, InstanceStatus.CANCELLED, 0, now,
                InstanceRow.NEVER, null).withKeepUntil(now + KEPT_MILLIS).withKeys(new SearchKeys(instanceId, attributes));
    }

    private static String rowId(String instanceId, int number) {
        return InstanceIdGenerator.ofKeptEvent(COLUMN + ' ' + instanceId + ' ' + number);
    }

    private static String attribute(String type) {
        return TYPE + InstanceIdGenerator.ofKey(COLUMN, type);
    }

    /** The instances that listen for a type. */
    Uni<Set<String>> find(String type) {
        return page(Map.of(attribute(type), "true"), null, new HashSet<>());
    }

    private Uni<Set<String>> page(Map<String, String> attributes, String cursor, Set<String> found) {
        return Uni.createFrom().deferred(() -> store.find(query(attributes, PAGE).withCursor(cursor))).chain(page -> {
            page.rows().forEach(row -> found.add(row.keys().businessKey()));
            return page.next() == null ? Uni.createFrom().item(found) : page(attributes, page.next(), found);
        });
    }

    /** True if an instance has rows. */
    Uni<Boolean> isAny() {
        return Uni.createFrom().deferred(() -> store.find(query(Map.of(), 1)))
                .map(page -> !page.rows().isEmpty() || page.next() != null);
    }

    private static InstanceQuery query(Map<String, String> attributes, int limit) {
        return InstanceQuery.all(limit).withWorkflow(COLUMN).withCreated(0, 1)
                .withStatuses(Set.of(InstanceStatus.CANCELLED)).withKeys(new SearchKeys(null, attributes));
    }

    /** Removes the rows of an instance. */
    Uni<Void> remove(String instanceId) {
        return remove(instanceId, 0);
    }

    private Uni<Void> remove(String instanceId, int number) {
        return Uni.createFrom().deferred(() -> store.row(rowId(instanceId, number))).chain(found -> {
            if (found.isEmpty() || found.get().status() != InstanceStatus.CANCELLED) {
                return Uni.createFrom().voidItem();
            }
            InstanceRow row = found.get();
            return change(new InstanceRow(row.id(), COLUMN, VERSION, InstanceStatus.COMPLETED, 0, row.updatedAtMillis(),
                    InstanceRow.NEVER, null).withKeepUntil(1).withKeys(row.keys()))
                    .chain(() -> remove(instanceId, number + 1));
        });
    }

    private Uni<CommitResult> change(InstanceRow row) {
        return commit(new InstanceWrite(row, InstanceWriter.FIRST_EPOCH, 1, List.of()));
    }

    private Uni<CommitResult> commit(InstanceWrite write) {
        return context.journal().commit(write);
    }
}
