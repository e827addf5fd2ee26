package dev.cairn.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRefusedException;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/** One commit at a time, in order. */
final class Lane {

    private final InstanceStore store;
    private final IntConsumer counter;
    private final int maxEntries;
    private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
    /** Halves of groups that the store refused for one of their writes. Used by whoever runs the lane. */
    private final Queue<List<Pending>> halves = new ArrayDeque<>();
    /** Writes that are queued or under way. Who raises it from 0 runs the lane until it is 0 again. */
    private final AtomicInteger load = new AtomicInteger();

    Lane(InstanceStore store, IntConsumer counter) {
        this.store = store;
        this.counter = counter;
        this.maxEntries = store.capabilities().maxBatchEntries();
    }

    void add(InstanceWrite write, Journal.Listener listener) {
        queue.add(new Pending(write, listener));
        if (load.getAndIncrement() == 0) {
            run();
        }
    }

    /** Commits group after group. A commit that completes at once is followed up here, by the loop; any other by its callback. */
    private void run() {
        Turn turn;
        do {
            turn = new Turn(group());
            turn.begin();
        } while (turn.leave() && load.addAndGet(-turn.decided) > 0);
    }

    private List<Pending> group() {
        if (!halves.isEmpty()) {
            return halves.remove();
        }
        List<Pending> group = new ArrayList<>();
        // Of different instances: an operator's may meet one of the same instance, and only one of them fits the journal.
        Set<String> ids = new HashSet<>();
        int entries = 0;
        Pending next = queue.peek();
        while (next != null && (group.isEmpty() || entries + next.write.entries().size() <= maxEntries)
                && ids.add(next.write.row().id())) {
            entries += next.write.entries().size();
            group.add(queue.poll());
            next = queue.peek();
        }
        return group;
    }

    private record Pending(InstanceWrite write, Journal.Listener listener) {}

    /** One commit. Two parties leave it, whoever began it and whoever completes it: the second goes on with the lane. */
    private final class Turn {
        private final List<Pending> group;
        private final AtomicInteger left = new AtomicInteger();
        /** How many writes need no other commit. */
        private int decided;

        Turn(List<Pending> group) {
            this.group = group;
        }

        void begin() {
            List<InstanceWrite> batch = new ArrayList<>(group.size());
            group.forEach(pending -> batch.add(pending.write));
            counter.accept(group.size());
            Uni<List<CommitResult>> commit;
            try {
                commit = store.commit(batch);
            } catch (RuntimeException refused) {
                commit = Uni.createFrom().failure(refused);
            }
            commit.subscribe().with(this::done, this::failed);
        }

        /** True for the second party. */
        boolean leave() {
            return left.incrementAndGet() == 2;
        }

        private void done(List<CommitResult> results) {
            if (results.size() != group.size()) {
                failed(new StoreException("The store answered " + results.size() + " results for " + group.size() + " writes",
                        true,
                        null));
                return;
            }
            for (int i = 0; i < results.size(); i++) {
                group.get(i).listener.done(results.get(i));
            }
            completed(group.size());
        }

        private void failed(Throwable cause) {
            if (cause instanceof InstanceRefusedException && group.size() > 1) {
                int middle = group.size() / 2;
                halves.add(group.subList(0, middle));
                halves.add(group.subList(middle, group.size()));
                completed(0);
                return;
            }
            group.forEach(pending -> pending.listener.failed(cause));
            completed(group.size());
        }

        private void completed(int count) {
            decided = count;
            if (leave() && load.addAndGet(-decided) > 0) {
                run();
            }
        }
    }
}
