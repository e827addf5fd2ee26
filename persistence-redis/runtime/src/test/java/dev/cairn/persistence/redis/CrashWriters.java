package dev.cairn.persistence.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;

/**
 * Writers that go on over crashes of a server as the engine does: after a failure they look what is there, and go on behind it. Each
 * keeps a ledger of what was acknowledged.
 */
final class CrashWriters implements AutoCloseable {

    private static final int WRITERS = 8;
    private static final int ENTRIES = 40;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final InstanceStore store;
    private final boolean early;
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

    /** Waits until so many more writes are acknowledged. */
    void awaitMore(int writes) throws InterruptedException {
        acknowledged.drainPermits();
        if (!acknowledged.tryAcquire(writes, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError(
                    "Nothing goes on: " + acknowledged.availablePermits() + " of " + writes + ", " + violations);
        }
    }

    /** What was lost or is wrong, as far as writers have looked. */
    Queue<String> violations() {
        return violations;
    }

    private void write(String name) {
        for (int i = 0; !stopping; i++) {
            String id = name + "-" + i;
            int position = 0;
            while (position < ENTRIES && !stopping) {
                position = writeNext(id, position);
            }
            check(id, position);
        }
    }

    /** Gives how many entries there are afterwards. */
    private int writeNext(String id, int position) {
        int noted = early ? position + 1 : position;
        try {
            CommitResult result = store.commit(List.of(entry(id, position))).await().atMost(PATIENCE).get(0);
            if (result == CommitResult.COMMITTED) {
                acknowledged.release();
                return position + 1;
            }
            violations.add(id + " at " + position + " was refused without a failure before: " + result);
        } catch (StoreException e) {
            if (e.permanent()) {
                violations.add(id + " failed for good: " + e.getMessage());
            }
        }
        return check(id, noted);
    }

    private static InstanceWrite entry(String id, long position) {
        InstanceRow row = new InstanceRow(id, "test:crash", "1", InstanceStatus.RUNNING, 1, position + 1, InstanceRow.NEVER,
                "node~1");
        return new InstanceWrite(row, 1, position, List.of(content(id, position)));
    }

    private static byte[] content(String id, long position) {
        return (id + "#" + position).getBytes(StandardCharsets.UTF_8);
    }

    /** Compares an instance with what was acknowledged of it, and gives how many entries it has. */
    private int check(String id, int noted) {
        Optional<StoredInstance> found = load(id);
        List<byte[]> entries = found.map(StoredInstance::entries).orElse(List.of());
        if (entries.size() < noted || entries.size() > noted + 1) {
            violations.add(id + " has " + entries.size() + " entries where " + noted + " were acknowledged");
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
