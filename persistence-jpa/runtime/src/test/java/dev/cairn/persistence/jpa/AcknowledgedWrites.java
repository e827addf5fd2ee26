package dev.cairn.persistence.jpa;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;

/**
 * Writers that go on through all failures of the server, and the ledger of their acknowledged writes. The content of an entry
 * identifies it, so that the test recognizes a wrong entry.
 */
final class AcknowledgedWrites {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int WRITERS = 3;
    private static final int BATCH = 16;
    private static final int WRITES = 5;

    private final InstanceStore store;
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final List<Thread> writers = new ArrayList<>();

    AcknowledgedWrites(InstanceStore store) {
        this.store = store;
    }

    void start() {
        // Mutiny's lookups at its first use are not safe for several threads at a time.
        store.row("none").await().atMost(PATIENCE);
        for (int i = 0; i < WRITERS; i++) {
            Thread writer = new Thread(this::write, "writer-" + i);
            writers.add(writer);
            writer.start();
        }
    }

    /** Returns when the last write was answered. */
    void stop() throws InterruptedException {
        stopping.set(true);
        for (Thread writer : writers) {
            writer.join();
        }
    }

    /** Waits until a number of further writes are acknowledged. */
    void awaitMore(int more) {
        int count = writes.get() + more;
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (writes.get() < count) {
            if (System.nanoTime() > lastNanos) {
                throw new AssertionError("Only " + writes.get() + " of " + count + " writes were acknowledged");
            }
            Thread.onSpinWait();
        }
    }

    private void write() {
        while (!stopping.get()) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                ids.add("i-" + started.getAndIncrement());
            }
            boolean answered = true;
            for (int position = 0; position < 2 * WRITES && answered; position += 2) {
                answered = commit(ids, position);
            }
        }
    }

    /** False if it is not known what became of it: such instances are left alone. */
    private boolean commit(List<String> ids, int position) {
        List<InstanceWrite> batch = ids.stream().map(id -> InstanceWrite.of(
                new InstanceRow(id, "test:crash", "1", InstanceStatus.RUNNING, 1, position + 2, InstanceRow.NEVER, "node~1"), 1,
                position, List.of(entry(id, position), entry(id, position + 1)))).toList();
        List<CommitResult> results;
        try {
            results = store.commit(batch).await().atMost(PATIENCE);
        } catch (StoreException e) {
            return false;
        }
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) != CommitResult.COMMITTED) {
                throw new IllegalStateException("Nobody else writes, and yet: " + results);
            }
            acknowledged.put(ids.get(i), position + 2L);
        }
        writes.addAndGet(results.size());
        return true;
    }

    private static byte[] entry(String id, long position) {
        return (id + "#" + position + "#" + "x".repeat((int) (position * 37 % 300))).getBytes(StandardCharsets.UTF_8);
    }

    /** The promises that a restarted store broke, in words; empty if none. */
    List<String> violations(InstanceStore after) {
        List<String> violations = new ArrayList<>();
        acknowledged.forEach((id, entries) -> {
            String violation = violation(id, entries, after.load(id).await().atMost(PATIENCE));
            if (violation != null) {
                violations.add(id + " " + violation);
            }
        });
        return violations;
    }

    private static String violation(String id, long expected, Optional<StoredInstance> found) {
        if (found.isEmpty()) {
            return "is gone, with " + expected + " acknowledged entries";
        }
        List<byte[]> entries = found.get().entries();
        if (entries.size() < expected || entries.size() > expected + 2 || entries.size() % 2 != 0) {
            return "has " + entries.size() + " entries where " + expected + " were acknowledged";
        }
        for (int i = 0; i < entries.size(); i++) {
            if (!Arrays.equals(entries.get(i), entry(id, i))) {
                return "has something else at " + i;
            }
        }
        return found.get().row().updatedAtMillis() == entries.size() ? null : "has a row of another write";
    }
}
