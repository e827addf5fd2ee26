package dev.cairn.engine.event.gather;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/** Sets of events in the store of instances. */
final class StoredEventSets implements EventSetStore {

    private static final int PAGE = 1_000;
    /** Each set that ends removes as many, so that none accumulate. */
    private static final int MAX_REMOVED = 16;

    private final NodeContext context;
    private final InstanceStore store;

    StoredEventSets(NodeContext context, InstanceStore store) {
        this.context = context;
        this.store = store;
    }

    /** By the key alone: a store answers such a search without waiting for its other indexes. */
    @Override
    public Uni<List<InstanceRow>> find(String key) {
        return find(InstanceQuery.all(PAGE).withCreated(0, 1).withKeys(new SearchKeys(null, Map.of(EventSetRows.KEY, key))),
                new ArrayList<>());
    }

    private Uni<List<InstanceRow>> find(InstanceQuery query, List<InstanceRow> before) {
        return Uni.createFrom().deferred(() -> store.find(query)).chain(page -> {
            before.addAll(page.rows());
            return page.next() == null ? Uni.createFrom().item(before) : find(query.withCursor(page.next()), before);
        });
    }

    @Override
    public Uni<List<StoredInstance>> load(List<String> ids) {
        return Uni.createFrom().deferred(() -> store.loadAll(ids));
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String id) {
        return Uni.createFrom().deferred(() -> store.row(id));
    }

    @Override
    public Uni<CommitResult> commit(InstanceWrite write) {
        return context.journal().commit(write);
    }

    @Override
    public Uni<Integer> count(int max) {
        return count(max, 0, null);
    }

    private Uni<Integer> count(int max, int before, String cursor) {
        InstanceQuery query = InstanceQuery.all(PAGE).withWorkflow(EventSetRows.COLUMN).withCreated(0, 1)
                .withStatus(InstanceStatus.WAITING).withCursor(cursor);
        return Uni.createFrom().deferred(() -> store.find(query)).chain(page -> {
            int found = before + page.rows().size();
            return page.next() == null || found >= max ? Uni.createFrom().item(found) : count(max, found, page.next());
        });
    }

    @Override
    public Uni<Integer> removeEnded() {
        return Uni.createFrom().deferred(() -> store.removeEnded(EventSetRows.REMOVED_AT_ONCE, MAX_REMOVED));
    }
}
