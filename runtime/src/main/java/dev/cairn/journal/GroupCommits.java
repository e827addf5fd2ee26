package dev.cairn.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * Commits writes in groups. The next group forms while one group is being made durable. While the processors are busy, writes
 * that end instances gather for a moment more ({@link CommitDelayPolicy}). With a store that takes several commits at once, another one
 * begins beside it if that pays: if many writes wait, or if the store is slow to answer because it is remote. A store counts as
 * remote when unaccompanied commits are slow. Otherwise two commits that share a disk, and often processors, only slow each
 * other down.
 */
final class GroupCommits {

    /** Number of writes that are worth a commit beside another. */
    private static final int WRITES_THRESHOLD = 32;
    /** Stores make one message or array of a group, which is in memory once more and must not exceed what they can send. */
    private static final long MAX_BYTES = 16 << 20;
    /** A store whose commits take longer than this, with none beside them, waits for something else than a disk nearby: it is far away. */
    private static final int LONG_MILLIS = 2;
    /** Consecutive slow commits before the store counts as remote. A single one may be noise. */
    private static final int SURE = 4;
    /** Number of commits beside others after which one runs alone again, to tell if the store is still remote. */
    private static final int MAX_BESIDE = 64;
    /** A commit that takes longer than this may not be answered for long, wherever the store is. */
    private static final int STUCK_MILLIS = 25;

    private final InstanceStore store;
    private final TimeSource time;
    private final CommitDelayPolicy gathering;
    private final IntConsumer counter;
    private final Consumer<Throwable> fatal;
    private final GroupCommitListener listener;
    private final int mostUnderWay;
    private final int maxEntries;
    private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final Queue<Group> ended = new ConcurrentLinkedQueue<>();
    /** Writes that were queued and groups that ended. The thread that raises it from 0 handles them until it is 0 again. */
    private final AtomicInteger signals = new AtomicInteger();
    /** The reason why the end of a commit cannot be handled, or null. */
    private volatile Throwable endless;

    // The following fields belong to the thread that handles the signals.

    /** Writes of instances that have another one under way, before those of the queue. */
    private final Deque<Pending> aside = new ArrayDeque<>();
    /** Halves of groups that the store refused for one of their writes. */
    private final Queue<List<Pending>> halves = new ArrayDeque<>();
    /** The instances of the groups under way: of each there is at most one write among them. */
    private final Set<String> busy = new HashSet<>();
    private int underWay;
    private long begunAtMillis;
    /** True if the commit that was begun last has had none beside it. */
    private boolean alone;
    private int slowAlone;
    /** The contents of the next commit, until the store receives it. */
    private final List<Pending> forming = new ArrayList<>();
    /** The reason why nothing more is committed, or null. */
    private Throwable broken;
    private int besideOthers;

    /**
     * @param counter told the size of each group
     * @param fatal receives a failure after which this writes nothing more, or an instance gets no answer to its write
     * @param listener notified of each ended group
     */
    GroupCommits(InstanceStore store, JournalDependencies around, IntConsumer counter, Consumer<Throwable> fatal,
            GroupCommitListener listener) {
        this.store = store;
        this.fatal = fatal;
        this.listener = listener;
        this.time = around.time();
        this.gathering = new CommitDelayPolicy(around, this::signal);
        this.counter = counter;
        this.mostUnderWay = store.capabilities().concurrentCommits();
        this.maxEntries = store.capabilities().maxBatchEntries();
    }

    /** @param bytes size of the entries */
    void add(InstanceWrite write, long bytes, GroupCommitJournal.Listener listener) {
        // Counted first: the thread that finds it in the queue counts it out.
        gathering.add(write);
        queued.getAndIncrement();
        queue.add(new Pending(write, bytes, listener));
        signal();
    }

    int waiting() {
        return queued.get();
    }

    private void signal() {
        if (signals.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            try {
                if (broken != null) {
                    failAll();
                } else if (endless != null) {
                    broken(endless);
                } else {
                    round();
                }
            } catch (RuntimeException | Error e) {
                // The group may be half done, in an unknown state. Without this the signals would never be 0 again, and all
                // writes would hang.
                broken(e);
            }
            seen = signals.addAndGet(-seen);
        } while (seen > 0);
    }

    private void round() {
        for (Group group = ended.poll(); group != null; group = ended.poll()) {
            underWay--;
            noteHowLong();
            gathering.ended(group.tookNanos, group.writes.stream().map(Pending::write));
            group.writes.forEach(pending -> busy.remove(pending.write.row().id()));
            halves.addAll(group.halves);
        }
        while (mayBegin() && begin()) {
            // A group that the store decides at once has ended by now.
        }
    }

    /** From now on all writes fail, those that were to be committed next included. Commits under way are answered. */
    private void broken(Throwable cause) {
        broken = cause;
        fatal.accept(cause);
        failAll();
    }

    private void failAll() {
        StoreException failure = new StoreException("committing failed: " + broken, true, broken);
        Stream.of(forming, aside).forEach(writes -> {
            writes.forEach(pending -> tell(() -> pending.failed(failure)));
            writes.clear();
        });
        for (List<Pending> half = halves.poll(); half != null; half = halves.poll()) {
            half.forEach(pending -> tell(() -> pending.failed(failure)));
        }
        for (Group group = ended.poll(); group != null; group = ended.poll()) {
            group.halves.forEach(half -> half.forEach(pending -> tell(() -> pending.failed(failure))));
        }
        for (Pending next = queue.poll(); next != null; next = queue.poll()) {
            Pending pending = next;
            tell(() -> pending.failed(failure));
        }
    }

    /** A listener that cannot take the answer must not keep it from the others. */
    private void tell(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException | Error e) {
            fatal.accept(e);
        }
    }

    private boolean mayBegin() {
        if (underWay == 0) {
            return !halves.isEmpty() || queued.get() > 0 && !gathering.waits(queued.get());
        }
        return underWay < mostUnderWay && queued.get() > 0
                && (queued.get() >= WRITES_THRESHOLD || time.elapsedMillis() - begunAtMillis >= patienceMillis());
    }

    /** Two commits may slow each other down. If both are slow, the store is not necessarily remote. */
    private int patienceMillis() {
        return slowAlone == SURE && besideOthers < MAX_BESIDE ? LONG_MILLIS : STUCK_MILLIS;
    }

    private void noteHowLong() {
        if (alone) {
            alone = false;
            besideOthers = 0;
            slowAlone = time.elapsedMillis() - begunAtMillis < LONG_MILLIS ? 0 : Math.min(slowAlone + 1, SURE);
        }
    }

    /** Begins the next group; false if there is nothing that could be in it. */
    private boolean begin() {
        List<Pending> writes = halves.isEmpty() ? next() : again();
        if (writes.isEmpty()) {
            return false;
        }
        if (mostUnderWay > 1) {
            begunAtMillis = time.elapsedMillis();
            alone = underWay == 0;
            besideOthers += alone ? 0 : 1;
        }
        gathering.begun();
        underWay++;
        counter.accept(writes.size());
        Group group = new Group(writes);
        List<InstanceWrite> batch = group.batch();
        forming.clear();
        group.begin(batch);
        return true;
    }

    private List<Pending> again() {
        List<Pending> half = halves.remove();
        forming.addAll(half);
        half.forEach(pending -> busy.add(pending.write.row().id()));
        return half;
    }

    /** Of different instances: an operator's write may meet one of the same instance, and only one of them fits the journal. */
    private List<Pending> next() {
        Forming group = new Forming();
        for (Iterator<Pending> waiting = aside.iterator(); waiting.hasNext();) {
            Pending next = waiting.next();
            if (!group.hasRoom(next)) {
                // Later writes may be of the same instance.
                return group.end();
            }
            if (group.take(next)) {
                waiting.remove();
            }
        }
        for (Pending next = queue.peek(); next != null && group.hasRoom(next); next = queue.peek()) {
            if (!group.take(next)) {
                aside.add(next);
            }
            queue.remove();
        }
        return group.end();
    }

    private record Pending(InstanceWrite write, long bytes, GroupCommitJournal.Listener listener) {

        void failed(Throwable cause) {
            listener.failed(write, cause);
        }
    }

    /** Writes that will be committed together. */
    private final class Forming {
        private final List<Pending> writes = new ArrayList<>();
        private int entries;
        private long bytes;

        /** A write that is larger than any group is a group of its own. */
        boolean hasRoom(Pending next) {
            return writes.isEmpty()
                    || entries + next.write.entries().size() <= maxEntries && bytes + next.bytes <= MAX_BYTES;
        }

        /** False if a write of the same instance is under way. */
        boolean take(Pending next) {
            boolean free = busy.add(next.write.row().id());
            if (free) {
                writes.add(next);
                forming.add(next);
                gathering.take(next.write);
                entries += next.write.entries().size();
                bytes += next.bytes;
            }
            return free;
        }

        List<Pending> end() {
            queued.addAndGet(-writes.size());
            return writes;
        }
    }

    /** One commit. */
    private final class Group {
        private final List<Pending> writes;
        private final long begunAtNanos = time.elapsedNanos();
        private List<List<Pending>> halves = List.of();
        private long tookNanos;

        Group(List<Pending> writes) {
            this.writes = writes;
        }

        List<InstanceWrite> batch() {
            List<InstanceWrite> batch = new ArrayList<>(writes.size());
            writes.forEach(pending -> batch.add(pending.write));
            return batch;
        }

        void begin(List<InstanceWrite> batch) {
            Uni<List<CommitResult>> commit;
            try {
                commit = store.commit(batch);
            } catch (RuntimeException refused) {
                commit = Uni.createFrom().failure(refused);
            } catch (Error memory) {
                // Large writes may need more memory than there is. The store's state of them is unknown.
                commit = Uni.createFrom().failure(new StoreException("committing failed: " + memory, false, memory));
            }
            commit.subscribe().with(results -> end(() -> done(results), false), cause -> end(() -> failed(cause), true));
        }

        private void done(List<CommitResult> results) {
            if (results.size() != writes.size()) {
                failed(new StoreException("The store answered " + results.size() + " results for " + writes.size() + " writes",
                        true, null));
                return;
            }
            for (int i = 0; i < results.size(); i++) {
                Pending pending = writes.get(i);
                CommitResult result = results.get(i);
                tell(() -> pending.listener.done(pending.write, result));
            }
        }

        private void failed(Throwable cause) {
            if (cause instanceof InstanceOperationRefusedException && writes.size() > 1) {
                int middle = writes.size() / 2;
                halves = List.of(writes.subList(0, middle), writes.subList(middle, writes.size()));
            } else {
                writes.forEach(pending -> tell(() -> pending.failed(cause)));
            }
        }

        private void end(Runnable telling, boolean hasFailed) {
            attempt(() -> tookNanos = time.elapsedNanos() - begunAtNanos);
            attempt(() -> listener.committed(writes.size(), tookNanos, hasFailed));
            attempt(telling);
            attempt(() -> ended.add(this));
            signal();
        }

        /** The end of a commit must not get lost, or nothing more would be committed. */
        private void attempt(Runnable part) {
            try {
                part.run();
            } catch (RuntimeException | Error e) {
                endless = e;
            }
        }
    }
}
