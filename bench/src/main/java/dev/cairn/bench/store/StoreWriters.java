package dev.cairn.bench.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;

/** Writers that wait for one another as below the journal: the next batch has each writer with an entry. */
final class StoreWriters {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int ENTRY_BYTES = 200;
    /** Number of entries of an instance before the next is started, in rounds that count entries. */
    private static final int ENTRIES = 50;
    /** Number of writes of an instance in rounds that count instances: the start, the outcome of an effect, the end. */
    private static final int WRITES = 3;
    private static final Node NODE = new Node("node-1", "1");
    private static final long LEASE_MILLIS = Duration.ofHours(1).toMillis();

    private StoreWriters() {}

    /** The node of the writers begins its life. */
    static void begin(InstanceStore store) {
        store.heartbeat(NODE, LEASE_MILLIS).await().atMost(PATIENCE);
    }

    /** Appends entries to instances that run on and on; gives how many. */
    static long append(InstanceStore store, int round, int writers, long nanos) {
        return run(store, "a" + round, writers, nanos, ENTRIES, "entries");
    }

    /** Brings instances from their start to their end, in three writes each; gives how many writes. */
    static long complete(InstanceStore store, int round, int writers, long nanos) {
        return run(store, "c" + round, writers, nanos, WRITES, "writes of whole instances");
    }

    private static long run(InstanceStore store, String name, int writers, long nanos, int writesEach, String what) {
        int lanes = Math.min(store.capabilities().concurrentCommits(), writers);
        List<CompletableFuture<Latencies>> running = new ArrayList<>();
        Latencies latencies = new Latencies();
        // A thread of its own for each lane, because it blocks: a common pool has one thread on two cores.
        ExecutorService threads = Executors.newFixedThreadPool(lanes);
        long start = System.nanoTime();
        try {
            for (int lane = 0; lane < lanes; lane++) {
                String prefix = "01J" + name + "-" + writers + "-" + lane;
                running.add(CompletableFuture
                        .supplyAsync(() -> runLane(store, prefix, writers / lanes, start + nanos, writesEach), threads));
            }
            running.forEach(lane -> latencies.addAll(lane.join()));
        } finally {
            threads.shutdown();
        }
        latencies.print(what + ", writers: " + writers, writers / lanes, System.nanoTime() - start);
        return (long) latencies.count() * (writers / lanes);
    }

    /** A lane has one batch under way at a time, with writers of its own; the store takes the batches of all lanes at once. */
    private static Latencies runLane(InstanceStore store, String name, int writers, long end, int writesEach) {
        Latencies latencies = new Latencies();
        long[] positions = new long[writers];
        int[] instances = new int[writers];
        byte[] entry = new byte[ENTRY_BYTES];
        while (System.nanoTime() < end) {
            List<InstanceWrite> batch = new ArrayList<>(writers);
            for (int writer = 0; writer < writers; writer++) {
                if (positions[writer] == writesEach) {
                    positions[writer] = 0;
                    instances[writer]++;
                }
                String id = name + "-" + instances[writer] + "-" + writer;
                InstanceRow row = row(id, positions[writer], writesEach);
                batch.add(InstanceWrite.of(row, 1, positions[writer]++, List.of(entry)));
            }
            long start = System.nanoTime();
            List<CommitResult> results = store.commit(batch).await().atMost(PATIENCE);
            latencies.add(System.nanoTime() - start);
            if (results.contains(CommitResult.FENCED) || results.contains(CommitResult.EXISTS)) {
                throw new IllegalStateException("Nobody else writes, and yet: " + results);
            }
        }
        return latencies;
    }

    private static InstanceRow row(String id, long position, int writesEach) {
        boolean last = position == WRITES - 1 && writesEach == WRITES;
        return new InstanceRow(id, "bench:orders", "1.0.0", last ? InstanceStatus.COMPLETED : InstanceStatus.RUNNING, 1,
                position, InstanceRow.NEVER, last ? null : NODE.id()).withKeepUntil(last ? Long.MAX_VALUE : InstanceRow.NEVER);
    }
}
