package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;

/**
 * Cuts the power at random operations of the disk, several times in the life of one directory, and checks that nothing that was
 * acknowledged is lost and nothing is torn.
 */
@Tag("crash-file")
class PowerCutTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int RUNS = Integer.getInteger("cairn.power-cuts", 8);
    private static final int LIVES = 6;
    /** Small, so that segments are begun, cleaned and dropped, and the index is committed, many times in a short life. */
    private static final StoreMaintenanceThresholds SMALL = StoreMaintenanceThresholds.ofLog(16 * 1024, 64 * 1024, 32 * 1024,
            48 * 1024);

    @BeforeAll
    static void expectFailures() {
        Logger.getLogger(FileStore.class.getName()).setLevel(Level.OFF);
    }

    @AfterAll
    static void expectNone() {
        Logger.getLogger(FileStore.class.getName()).setLevel(null);
    }

    @Test
    void whatWasAcknowledgedSurvivesEveryPowerCut() {
        int instances = 0;
        long recycledFiles = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            Ledger ledger = new Ledger();
            LossyDisk disk = LossyDisk.empty(seed, true);
            assertThat(run(seed, disk, ledger)).as("seed %d", seed).isEmpty();
            instances += ledger.size();
            recycledFiles += disk.recycledFiles();
        }
        assertThat(instances).isGreaterThan(RUNS * 10);
        assertThat(recycledFiles).isGreaterThan(RUNS);
    }

    @Test
    void aDiskThatDoesNotForceIsFoundOut() {
        List<String> violations = new ArrayList<>();
        for (int seed = 0; seed < RUNS && violations.isEmpty(); seed++) {
            try {
                violations.addAll(run(seed, LossyDisk.empty(seed, false), new Ledger()));
            } catch (StoreException e) {
                violations.add(e.getMessage());
            }
        }
        assertThat(violations).isNotEmpty();
    }

    private static List<String> run(long seed, LossyDisk empty, Ledger ledger) {
        Random random = new Random(seed);
        LossyDisk disk = empty;
        Workload workload = new Workload(random, ledger);
        for (int life = 0; life < LIVES; life++) {
            disk.failAfter(random.nextInt(random.nextBoolean() ? 40 : 600));
            workload.live(disk);
            disk = disk.cutPower();
            try (FileStore store = FileStore.open(disk, SMALL)) {
                List<String> violations = ledger.violations(store);
                if (!violations.isEmpty()) {
                    return violations;
                }
                workload.goOnFrom(store);
            }
            List<String> violations = ledgerOfLogAlone(disk, ledger);
            if (!violations.isEmpty()) {
                return violations;
            }
            // The store was closed in order, and then the power is cut as well.
            disk = disk.cutPower();
        }
        return List.of();
    }

    /** The log alone has the same state: no acknowledged write is only in the index. */
    private static List<String> ledgerOfLogAlone(LossyDisk disk, Ledger ledger) {
        try {
            disk.delete(PersistentStoreIndex.FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (FileStore store = FileStore.open(disk, SMALL)) {
            return ledger.violations(store);
        }
    }

    /** Starts, continues, ends and removes instances until the disk fails. */
    private static final class Workload {

        private final Random random;
        private final Ledger ledger;
        private final Map<String, Long> running = new LinkedHashMap<>();
        private final List<String> ended = new ArrayList<>();
        private int started;

        Workload(Random random, Ledger ledger) {
            this.random = random;
            this.ledger = ledger;
        }

        void live(LossyDisk disk) {
            try (FileStore store = FileStore.open(disk, SMALL)) {
                while (true) {
                    commit(store);
                    if (random.nextInt(3) == 0) {
                        remove(store);
                    }
                }
            } catch (StoreException e) {
                // This is how a life ends here; any other end is a fault of the store.
                if (!LossyDisk.isGone(e)) {
                    throw e;
                }
            }
        }

        private void commit(InstanceStore store) {
            List<InstanceWrite> batch = new ArrayList<>();
            int starts = 1 + random.nextInt(4);
            for (int i = 0; i < starts; i++) {
                batch.add(write("i-" + started++, 0, false));
            }
            for (Map.Entry<String, Long> one : running.entrySet()) {
                if (random.nextInt(4) == 0) {
                    batch.add(write(one.getKey(), one.getValue(), random.nextInt(3) == 0));
                }
            }
            List<CommitResult> results = store.commit(batch).await().atMost(PATIENCE);
            assertThat(results).containsOnly(CommitResult.COMMITTED);
            for (InstanceWrite write : batch) {
                long entries = write.position() + write.entries().size();
                ledger.acknowledged(write.row().id(), entries);
                running.put(write.row().id(), entries);
                if (write.row().status().ended()) {
                    running.remove(write.row().id());
                    ended.add(write.row().id());
                }
            }
        }

        private InstanceWrite write(String id, long position, boolean last) {
            int count = 1 + random.nextInt(3);
            List<byte[]> entries = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                entries.add(Ledger.entry(id, position + i));
            }
            ledger.asked(id, position + count);
            InstanceStatus status = last ? InstanceStatus.COMPLETED : InstanceStatus.RUNNING;
            // The time of the last write is the number of entries, so that a row of another write is noticed.
            InstanceRow row = new InstanceRow(id, "test:workload", "1", status, 1, position + count,
                    last ? InstanceRow.NEVER : 1_000, last ? null : "node");
            return InstanceWrite.of(row, 1, position, entries);
        }

        private void remove(InstanceStore store) {
            List<String> candidates = List.copyOf(ended);
            candidates.forEach(ledger::removing);
            int removed = store.removeEnded(Long.MAX_VALUE, Integer.MAX_VALUE).await().atMost(PATIENCE);
            assertThat(removed).isEqualTo(candidates.size());
            candidates.forEach(ledger::removed);
            ended.clear();
        }

        /** Takes what was found for the truth. */
        void goOnFrom(InstanceStore store) {
            running.clear();
            ended.clear();
            for (int i = 0; i < started; i++) {
                String id = "i-" + i;
                store.load(id).await().atMost(PATIENCE).ifPresent(found -> {
                    if (found.row().status().ended()) {
                        ended.add(id);
                    } else {
                        running.put(id, (long) found.entries().size());
                    }
                });
            }
            Iterator<String> ids = running.keySet().iterator();
            while (running.size() > 20 && ids.hasNext()) {
                ids.next();
                ids.remove();
            }
        }
    }
}
