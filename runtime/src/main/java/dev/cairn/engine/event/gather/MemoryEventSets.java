package dev.cairn.engine.event.gather;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/** Sets of events in memory, for a store that keeps nothing. The quota bounds the sets. */
final class MemoryEventSets implements EventSetStore {

    /** Events of ended sets that are remembered; the oldest is forgotten first. */
    private static final int MAX_COUNTED = 10_000;
    private static final long LOOK_MILLIS = 1_000;

    private final NodeContext context;
    private final Consumer<StoredInstance> due;
    /** In the order in which they were opened. Guarded by this, as all below. */
    private final Map<String, StoredInstance> sets = new LinkedHashMap<>();
    private final Map<String, InstanceRow> counted = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, InstanceRow> eldest) {
            return size() > MAX_COUNTED;
        }
    };
    private boolean looking;

    /** @param due gets sets that are due */
    MemoryEventSets(NodeContext context, Consumer<StoredInstance> due) {
        this.context = context;
        this.due = due;
    }

    @Override
    public synchronized Uni<List<InstanceRow>> find(String key) {
        return Uni.createFrom().item(sets.values().stream().map(StoredInstance::row)
                .filter(row -> key.equals(row.keys().attributes().get(EventSetRows.KEY))).toList());
    }

    @Override
    public synchronized Uni<List<StoredInstance>> load(List<String> ids) {
        return Uni.createFrom().item(sets.values().stream().filter(set -> ids.contains(set.row().id())).toList());
    }

    @Override
    public synchronized Uni<Optional<InstanceRow>> row(String id) {
        return Uni.createFrom().item(Optional.ofNullable(counted.get(id)));
    }

    @Override
    public synchronized Uni<CommitResult> commit(InstanceWrite write) {
        return Uni.createFrom().item(write(write));
    }

    private CommitResult write(InstanceWrite write) {
        InstanceRow row = write.row();
        if (!row.workflow().equals(EventSetRows.COLUMN)) {
            counted.merge(row.id(), row,
                    (before, after) -> after.keepUntilMillis() > before.keepUntilMillis() ? after : before);
            return CommitResult.COMMITTED;
        }
        StoredInstance before = sets.get(row.id());
        if (write.creates() ? before != null
                : before == null || before.epoch() != write.epoch() || before.entries().size() != write.position()) {
            return write.creates() ? CommitResult.EXISTS : CommitResult.FENCED;
        }
        if (row.status().ended()) {
            sets.remove(row.id());
            return CommitResult.COMMITTED;
        }
        List<byte[]> entries = new ArrayList<>(before == null ? List.of() : before.entries());
        write.entries().forEach(entry -> entries.add(entry.bytes()));
        sets.put(row.id(), new StoredInstance(row, write.epoch(), entries));
        if (!looking) {
            looking = true;
            context.timers().after(LOOK_MILLIS, this::look);
        }
        return CommitResult.COMMITTED;
    }

    private void look() {
        List<StoredInstance> found;
        synchronized (this) {
            long now = context.time().millis();
            found = sets.values().stream().filter(set -> set.row().wakeAtMillis() <= now).toList();
            looking = !sets.isEmpty() && !context.stopped();
            if (looking) {
                context.timers().after(LOOK_MILLIS, this::look);
            }
        }
        found.forEach(due);
    }

    @Override
    public synchronized Uni<Integer> count(int max) {
        return Uni.createFrom().item(sets.size());
    }

    @Override
    public Uni<Integer> removeEnded() {
        return Uni.createFrom().item(0);
    }
}
