package dev.cairn.persistence.file;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import io.smallrye.mutiny.Uni;

/**
 * The main class of a JVM that is killed: writes to a store for ever, and says what it asks for and what was acknowledged.
 *
 * <p>
 * Lines: {@code asked ID ENTRIES} before a write, {@code done ID ENTRIES} when it was acknowledged, {@code removing ID} and
 * {@code removed ID} likewise.
 */
final class KilledWriter {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** A round of the lanes takes some 200 KB, so files are dropped and used again. */
    private static final StoreMaintenanceThresholds SMALL = StoreMaintenanceThresholds.ofLog(256 * 1024, 1024 * 1024,
            512 * 1024,
            1024 * 1024);
    private static final int LANES = 24;
    private static final int ENTRIES = 7;

    private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
    private final FileStore store;
    private final String prefix;
    private final boolean early;
    private final List<String> ended = new ArrayList<>();
    private int started;

    private KilledWriter(FileStore store, String prefix, boolean early) {
        this.store = store;
        this.prefix = prefix;
        this.early = early;
    }

    /**
     * @param args the directory, a prefix for ids, {@code honest} or {@code early}: acknowledges before the commit, and {@code usual}
     *        or {@code small} files
     */
    public static void main(String[] args) {
        // Context propagation, which Quarkus sets up, cannot be set up by two threads at once.
        Uni.createFrom().emitter(emitter -> emitter.complete("set up")).map(Object::toString).await().atMost(PATIENCE);
        StoreMaintenanceThresholds sizing = args[3].equals("small") ? SMALL : StoreMaintenanceThresholds.USUAL;
        new KilledWriter(FileStore.open(LocalDisk.open(Path.of(args[0])), sizing), args[1], args[2].equals("early")).run();
    }

    private void run() {
        String cursor = null;
        do {
            InstancePage page = store.find(InstanceQuery.all(1_000).withStatus(InstanceStatus.COMPLETED).withCursor(cursor))
                    .await()
                    .atMost(PATIENCE);
            page.rows().forEach(row -> ended.add(row.id()));
            cursor = page.next();
        } while (cursor != null);
        String[] ids = new String[LANES];
        int[] positions = new int[LANES];
        for (long round = 0; true; round++) {
            List<InstanceWrite> batch = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                if (ids[lane] == null) {
                    ids[lane] = prefix + started++;
                    positions[lane] = 0;
                }
                int count = 1 + (int) ((round + lane) % 3);
                InstanceWrite write = write(ids[lane], positions[lane], count);
                batch.add(write);
                positions[lane] += count;
                if (write.row().status().ended()) {
                    ids[lane] = null;
                }
            }
            commit(batch);
            if (round % 5 == 0) {
                remove();
            }
        }
    }

    private static InstanceWrite write(String id, long position, int count) {
        List<byte[]> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(Ledger.entry(id, position + i));
        }
        boolean last = position + count >= ENTRIES;
        InstanceRow row = new InstanceRow(id, "test:killed", "1", last ? InstanceStatus.COMPLETED : InstanceStatus.RUNNING, 1,
                position + count, InstanceRow.NEVER, last ? null : "node");
        return InstanceWrite.of(row, 1, position, entries);
    }

    private void commit(List<InstanceWrite> batch) {
        say("asked", batch);
        if (early) {
            say("done", batch);
        }
        List<CommitResult> results = store.commit(batch).await().atMost(PATIENCE);
        if (results.stream().anyMatch(result -> result != CommitResult.COMMITTED)) {
            throw new IllegalStateException("Nobody else writes, and yet: " + results);
        }
        if (!early) {
            say("done", batch);
        }
        batch.stream().filter(write -> write.row().status().ended()).forEach(write -> ended.add(write.row().id()));
    }

    private void say(String what, List<InstanceWrite> batch) {
        for (InstanceWrite write : batch) {
            out.println(what + " " + write.row().id() + " " + (write.position() + write.entries().size()));
        }
        out.flush();
    }

    private void remove() {
        ended.forEach(id -> out.println("removing " + id));
        out.flush();
        int removed = store.removeEnded(Long.MAX_VALUE, Integer.MAX_VALUE).await().atMost(PATIENCE);
        if (removed != ended.size()) {
            throw new IllegalStateException("Removed " + removed + " of " + ended.size());
        }
        ended.forEach(id -> out.println("removed " + id));
        out.flush();
        ended.clear();
    }
}
