package dev.cairn.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * A store for tests: keeps everything, in memory, in the simplest way there is. An application uses it through a
 * {@linkplain #open() session}; ending a session is a crash, and the next session finds the committed state. A memory that
 * several nodes {@linkplain #shared share} has a session for each of them.
 */
public final class MemoryStore {

    private final TreeMap<String, Kept> instances = new TreeMap<>();
    /** Null if this store is not shared. */
    private final MemoryNodeRegistry nodes;
    private long epochs = 1;
    private int commits;
    private Session session;

    /** A store that is not shared. */
    public MemoryStore() {
        this.nodes = null;
    }

    private MemoryStore(TimeSource clock) {
        this.nodes = new MemoryNodeRegistry(clock);
    }

    /** A store that several nodes share, with this clock. */
    public static MemoryStore shared(TimeSource clock) {
        return new MemoryStore(clock);
    }

    /** A new life of the application. Any earlier session is dead from now on, unless this store is shared. */
    public synchronized Session open() {
        session = new Session();
        return session;
    }

    /** Number of committed batches, in all sessions. */
    public synchronized int commits() {
        return commits;
    }

    /** Number of messages for instances. */
    public synchronized int messages() {
        return nodes == null ? 0 : nodes.messages(any -> true, Integer.MAX_VALUE).size();
    }

    /** Gives an instance to another live node, as after a lease that was lost unnoticed. */
    public synchronized void takeOver(String id, String node) {
        session.take(node, instances.get(id));
    }

    /** Loses all instances, as a server that is started again without its data. */
    public synchronized void clear() {
        instances.clear();
    }

    /** An instance as it is kept, or null. */
    public synchronized StoredInstance get(String id) {
        Kept kept = instances.get(id);
        return kept == null ? null : kept.stored();
    }

    /** All instances, by id. */
    public synchronized List<StoredInstance> all() {
        return instances.values().stream().map(Kept::stored).toList();
    }

    private record Kept(InstanceRow row, long epoch, List<byte[]> entries, Session owner) {
        StoredInstance stored() {
            return new StoredInstance(row, epoch, List.copyOf(entries));
        }
    }

    /** The view of one life of an application. */
    public final class Session implements InstanceStore {

        private static final Pattern CURSOR = Pattern.compile("\\d{19}.+");

        private final List<Runnable> held = new ArrayList<>();
        private boolean holding;
        private StoreException failure;
        private boolean failAfterwards;
        private String refused;
        private InstanceOperationRefusedException refusal;
        private boolean closed;

        private Session() {}

        /** From now on commits are done but not answered, until {@link #release()}. */
        public void hold() {
            holding = true;
        }

        /** Answers the commits that were held. */
        public void release() {
            holding = false;
            List<Runnable> all = List.copyOf(held);
            held.clear();
            all.forEach(Runnable::run);
        }

        /** Number of held commits. */
        public int held() {
            return held.size();
        }

        /**
         * From now on commits fail, until this is called with null.
         *
         * @param afterwards true if what fails is durable all the same: the reply was lost, not the write
         */
        public void fail(StoreException with, boolean afterwards) {
            failure = with;
            failAfterwards = afterwards;
        }

        /** From now on commits with a write of this instance fail. */
        public void refuse(String instanceId, InstanceOperationRefusedException with) {
            refused = instanceId;
            refusal = with;
        }

        @Override
        public StoreCapabilities capabilities() {
            return new StoreCapabilities("memory", true, nodes != null, 1, 10_000, true);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            List<InstanceWrite> copy = List.copyOf(batch);
            if (failure != null && !failAfterwards) {
                return Uni.createFrom().failure(failure);
            }
            if (copy.stream().anyMatch(write -> write.row().id().equals(refused))) {
                return Uni.createFrom().failure(refusal);
            }
            List<CommitResult> results = locked(() -> {
                commits++;
                return copy.stream().map(this::write).toList();
            });
            if (failure != null) {
                return Uni.createFrom().failure(failure);
            }
            if (!holding) {
                return Uni.createFrom().item(results);
            }
            return Uni.createFrom().emitter(emitter -> held.add(() -> emitter.complete(results)));
        }

        private CommitResult write(InstanceWrite write) {
            Kept kept = instances.get(write.row().id());
            if (write.creates()) {
                if (kept != null) {
                    return CommitResult.EXISTS;
                }
            } else if (kept == null || kept.epoch != write.epoch() || kept.entries.size() != write.position()) {
                return CommitResult.FENCED;
            }
            List<byte[]> entries = kept == null ? new ArrayList<>() : new ArrayList<>(kept.entries);
            write.entries().forEach(entry -> entries.add(entry.bytes()));
            instances.put(write.row().id(), new Kept(write.row(), write.epoch(), entries, this));
            return CommitResult.COMMITTED;
        }

        @Override
        public Uni<Optional<StoredInstance>> load(String instanceId) {
            return uni(() -> Optional.ofNullable(instances.get(instanceId)).map(Kept::stored));
        }

        @Override
        public Uni<Optional<InstanceRow>> row(String instanceId) {
            return uni(() -> Optional.ofNullable(instances.get(instanceId)).map(Kept::row));
        }

        @Override
        public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
            long untilMillis = takesOverUntilMillis(nodeId);
            return uni(() -> inTime(untilMillis, instanceIds.stream()).map(instances::get)
                    .filter(kept -> kept != null && !kept.row.status().ended() && free(kept, nodeId))
                    .map(kept -> take(nodeId, kept)).toList());
        }

        @Override
        public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
            long untilMillis = takesOverUntilMillis(nodeId);
            return uni(() -> inTime(untilMillis, instances.values().stream())
                    .filter(kept -> isOrphan(kept, nodeId) && (kept.row.status() == InstanceStatus.PENDING
                            || kept.row.status() == InstanceStatus.RUNNING))
                    .limit(limit).toList().stream().map(kept -> take(nodeId, kept)).toList());
        }

        private long takesOverUntilMillis(String node) {
            return locked(() -> nodes == null ? Long.MAX_VALUE : nodes.takesOverUntilMillis(node));
        }

        private <T> T inTime(long untilMillis, T claimable) {
            if (nodes != null && nodes.nowMillis() > untilMillis) {
                throw new StoreException("This came too late to take anything over", false, null);
            }
            return claimable;
        }

        private boolean free(Kept kept, String node) {
            return node.equals(kept.row.owner()) || isOrphan(kept, node);
        }

        /** In a shared store heartbeats say who lives; in any other an owner of this session is alive, one of an earlier is not. */
        private boolean isOrphan(Kept kept, String node) {
            String owner = kept.row.owner();
            return owner == null || (nodes == null ? kept.owner != this : !owner.equals(node) && !nodes.isAlive(owner));
        }

        private Claim take(String node, Kept kept) {
            InstanceRow owned = kept.row.withOwner(node);
            epochs = Math.max(epochs, kept.epoch) + 1;
            long epoch = epochs;
            instances.put(owned.id(), new Kept(owned, epoch, kept.entries, this));
            return new Claim(owned, epoch, kept.entries.size());
        }

        @Override
        public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
            return uni(() -> rows().filter(InstanceRow::hasTimer)
                    .map(row -> new DueTimer(row.wakeAtMillis(), row.id()))
                    .filter(timer -> timer.dueAtMillis() <= untilMillis && (after == null || timer.compareTo(after) > 0))
                    .sorted().limit(limit).toList());
        }

        @Override
        public Uni<InstancePage> find(InstanceQuery query) {
            return uni(() -> {
                if (query.cursor() != null && !CURSOR.matcher(query.cursor()).matches()) {
                    throw new IllegalArgumentException("Not a cursor that this store gave: " + query.cursor());
                }
                List<InstanceRow> rows = rows()
                        .filter(query::matches)
                        .filter(row -> query.cursor() == null || key(row).compareTo(query.cursor()) < 0)
                        .sorted(Comparator.comparing(Session::key).reversed()).limit(query.limit() + 1L).toList();
                boolean more = rows.size() > query.limit();
                List<InstanceRow> page = more ? rows.subList(0, query.limit()) : rows;
                return new InstancePage(page, more ? key(page.get(page.size() - 1)) : null);
            });
        }

        @Override
        public Uni<Optional<List<InstanceCount>>> counts() {
            return uni(() -> Optional.of(InstanceCountTally.of(rows())));
        }

        private static String key(InstanceRow row) {
            return "%019d%s".formatted(row.createdAtMillis(), row.id());
        }

        @Override
        public Uni<Integer> removeEnded(long nowMillis, int limit) {
            return uni(() -> {
                List<String> ended = rows()
                        .filter(row -> row.status().ended() && row.keepUntilMillis() <= nowMillis)
                        .sorted(Comparator.comparingLong(InstanceRow::keepUntilMillis)).limit(limit)
                        .map(InstanceRow::id).toList();
                ended.forEach(instances::remove);
                if (nodes != null) {
                    nodes.removed(ended);
                }
                return ended.size();
            });
        }

        @Override
        public Uni<Long> heartbeat(Node node, long aliveForMillis) {
            return uni(() -> nodes == null ? System.currentTimeMillis() : nodes.heartbeat(node, aliveForMillis));
        }

        @Override
        public Uni<Void> post(InstanceMessage message) {
            return nodes == null ? InstanceStore.super.post(message) : done(() -> nodes.post(message));
        }

        @Override
        public Uni<List<InstanceMessage>> messages(String nodeId, int limit) {
            return nodes == null ? InstanceStore.super.messages(nodeId, limit) : uni(() -> nodes.messages(id -> {
                Kept kept = instances.get(id);
                return kept != null && (kept.row.status().ended() || free(kept, nodeId));
            }, limit));
        }

        @Override
        public Uni<Boolean> isPosted(InstanceMessage message) {
            return nodes == null ? InstanceStore.super.isPosted(message) : uni(() -> nodes.isPosted(message));
        }

        @Override
        public Uni<Void> handled(List<InstanceMessage> messages) {
            return nodes == null ? InstanceStore.super.handled(messages) : done(() -> nodes.handled(messages));
        }

        @Override
        public Optional<NodeMessages> nodeMessages() {
            return nodes == null ? Optional.empty() : Optional.of(new ToNodes());
        }

        /** Messages between nodes. */
        private final class ToNodes implements NodeMessages {

            @Override
            public Uni<List<NodeLease>> leases() {
                return uni(nodes::leases);
            }

            @Override
            public Uni<Void> tell(List<NodeMessage> messages) {
                return done(() -> nodes.tell(messages));
            }

            @Override
            public Uni<List<NodeMessage>> told(String nodeId, int limit) {
                return uni(() -> nodes.told(nodeId, limit));
            }

            @Override
            public Uni<List<String>> unheard(String messageId, List<String> nodeIds) {
                return uni(() -> nodeIds.stream().filter(node -> nodes.told(node, Integer.MAX_VALUE).stream()
                        .anyMatch(message -> message.id().equals(messageId))).toList());
            }

            @Override
            public Uni<Void> heard(List<NodeMessage> messages) {
                return done(() -> nodes.heard(messages));
            }
        }

        private Uni<Void> done(Runnable action) {
            return uni(() -> {
                action.run();
                return null;
            });
        }

        @Override
        public void close() {
            synchronized (MemoryStore.this) {
                closed = true;
                session = session == this ? null : session;
            }
        }

        private Stream<InstanceRow> rows() {
            return instances.values().stream().map(Kept::row);
        }

        private <T> Uni<T> uni(Supplier<T> action) {
            return Uni.createFrom().item(() -> locked(action));
        }

        private <T> T locked(Supplier<T> action) {
            synchronized (MemoryStore.this) {
                if (closed || nodes == null && session != this) {
                    throw new StoreException("This session of the store is closed", true, null);
                }
                return action.get();
            }
        }
    }
}
