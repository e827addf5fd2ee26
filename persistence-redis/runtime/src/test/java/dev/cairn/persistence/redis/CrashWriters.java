package dev.cairn.persistence.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;

/**
 * Writers that go on over crashes of a server as the engine does: what failed is written again, and if that is refused the first try of
 * it was durable. Each keeps a ledger of what was acknowledged, and, unless it finds some of that lost, writes behind nothing else.
 */
final class CrashWriters implements AutoCloseable {

    private static final int WRITERS = 8;
    private static final int ENTRIES = 40;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final InstanceStore store;
    private final boolean early;
    /** Number of acknowledged entries of each instance. */
    private final Map<String, Integer> ledger = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Semaphore acknowledged = new Semaphore(0);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    /**
     * @param early true to note a write as acknowledged before it is: a fault that must be found
     */
    CrashWriters(InstanceStore store, boolean early) {
        this.store = store;
        this.early = early;
        for (int i = 0; i < WRITERS; i++) {
            String name = "writer-" + i;
            Thread thread = new Thread(() -> write(name), name);
            threads.add(thread);
            thread.start();
        }
    }

    /** Waits until a number of further writes are acknowledged. */
    void awaitMore(int writes) throws InterruptedException {
        acknowledged.drainPermits();
        if (!acknowledged.tryAcquire(writes, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError(
                    "Nothing goes on: " + acknowledged.availablePermits() + " of " + writes + ", " + violations);
        }
    }

    /** Lost or wrong entries, as far as writers have checked. */
    Queue<String> violations() {
        return violations;
    }

    /** Stops the writers, and looks at everything that was acknowledged to them from the beginning. */
    Queue<String> allViolations() throws InterruptedException {
        close();
        ledger.keySet().forEach(id -> check(id, ENTRIES));
        return violations;
    }

    private void write(String name) {
        for (int i = 0; !stopping; i++) {
            String id = name + "-" + i;
            int position = 0;
            while (position < ENTRIES && !stopping) {
                position = writeNext(id, position);
            }
            check(id, position + 1);
        }
    }

    /** Writes an entry until it is acknowledged or the writers stop, and gives how many there are, as far as this writer knows. */
    private int writeNext(String id, int position) {
        if (early) {
            ledger.put(id, position + 1);
        }
        boolean failed = false;
        while (!stopping) {
            try {
                CommitResult result = store.commit(List.of(entry(id, position))).await().atMost(PATIENCE).get(0);
                if (result == CommitResult.COMMITTED || failed) {
                    ledger.put(id, position + 1);
                    acknowledged.release();
                } else {
                    violations.add(id + " at " + position + " was refused without a failure before: " + result);
                }
                return result == CommitResult.COMMITTED ? position + 1 : check(id, position + 1);
            } catch (StoreException e) {
                failed = true;
                if (e.permanent()) {
                    violations.add(id + " failed for good: " + e.getMessage());
                }
                check(id, position + 1);
            }
        }
        return position;
    }

    private static InstanceWrite entry(String id, long position) {
        InstanceRow row = new InstanceRow(id, "test:crash", "1", InstanceStatus.RUNNING, 1, position + 1, InstanceRow.NEVER,
                "node~1");
        return InstanceWrite.of(row, 1, position, List.of(content(id, position)));
    }

    private static byte[] content(String id, long position) {
        return (id + "#" + position).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Compares an instance with what was acknowledged of it, and gives how many entries it has.
     *
     * @param most maximum number of its entries, if all sent ones were written
     */
    private int check(String id, int most) {
        int least = ledger.getOrDefault(id, 0);
        Optional<StoredInstance> found = load(id);
        List<byte[]> entries = found.map(StoredInstance::entries).orElse(List.of());
        if (entries.size() < least || entries.size() > most) {
            violations.add(id + " has " + entries.size() + " entries where " + least + " were acknowledged");
        }
        for (int i = 0; i < entries.size(); i++) {
            if (!Arrays.equals(entries.get(i), content(id, i))) {
                violations.add(id + " has something else at " + i);
            }
        }
        found.filter(instance -> instance.row().updatedAtMillis() != entries.size())
                .ifPresent(instance -> violations.add(id + " has a row of another write"));
        return entries.size();
    }

    private Optional<StoredInstance> load(String id) {
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return store.load(id).await().atMost(PATIENCE);
            } catch (StoreException e) {
                if (System.nanoTime() > lastNanos) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
