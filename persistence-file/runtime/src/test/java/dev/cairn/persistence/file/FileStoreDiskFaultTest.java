package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.cairn.persistence.file.FaultyDisk.Operation;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;

/**
 * A disk that is full, or that cannot force, at each of its operations: nothing is acknowledged after the first write that failed,
 * though the disk may have been mended since, and everything that was is there after a restart.
 */
@Tag("long")
@Tag("crash-file")
class FileStoreDiskFaultTest {

    private static final Logger LOG = Logger.getLogger(FileStore.class.getName());
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** So small that segments and the index change several times in a run. */
    private static final StoreMaintenanceThresholds SMALL = StoreMaintenanceThresholds.ofLog(8 * 1024, 32 * 1024, 16 * 1024,
            24 * 1024);
    private static final int INSTANCES = 12;
    private static final int ROUNDS = 4;
    private static final String ENTRY = "x".repeat(1_500);

    @BeforeAll
    static void expectFailures() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void expectNone() {
        LOG.setLevel(null);
    }

    @ParameterizedTest
    @EnumSource(value = Operation.class, names = { "WRITE", "FORCE" })
    void nothingIsAcknowledgedAfterAFaultThatLasts(Operation operation) {
        everywhere(operation, true);
    }

    @ParameterizedTest
    @EnumSource(value = Operation.class, names = { "WRITE", "FORCE" })
    void nothingIsAcknowledgedAfterAFaultThatPasses(Operation operation) {
        everywhere(operation, false);
    }

    private static void everywhere(Operation operation, boolean lasting) {
        Run calm = new Run(new FaultyDisk(LossyDisk.empty(0, true), operation, 0, lasting));
        calm.live();
        assertThat(calm.failure).isNull();
        int failed = 0;
        for (int nth = 1; nth <= calm.disk.counted(); nth++) {
            LossyDisk lossy = LossyDisk.empty(nth, true);
            Run run = new Run(new FaultyDisk(lossy, operation, nth, lasting));
            run.live();
            failed += run.failure == null ? 0 : 1;
            assertThat(run.violations(lossy)).as("%s %d failed at %s", operation, nth, run.disk.failedAt()).isEmpty();
        }
        // Work done ahead or in the background may go on after a failure that passed; most work is neither.
        assertThat(failed).isGreaterThan(INSTANCES * ROUNDS / 2);
    }

    /** Writes the same each time, one after the other, as far as the disk lets it. */
    private static final class Run {

        private final FaultyDisk disk;
        private final int[] acknowledged = new int[INSTANCES];
        private final List<String> violations = new ArrayList<>();
        private StoreException failure;

        Run(FaultyDisk disk) {
            this.disk = disk;
        }

        void live() {
            try (FileStore store = FileStore.open(disk, SMALL)) {
                for (int round = 0; round < ROUNDS; round++) {
                    for (int instance = 0; instance < INSTANCES; instance++) {
                        write(store, instance, round);
                    }
                }
                disk.mend();
                if (failure != null) {
                    write(store, 0, acknowledged[0]);
                }
            } catch (StoreException cannotBeOpenedOrClosed) {
                failed(cannotBeOpenedOrClosed);
            }
        }

        private void write(FileStore store, int instance, int position) {
            InstanceWrite write = position == 0 ? create(running("i-" + instance), ENTRY)
                    : next(running("i-" + instance), 1, position, ENTRY);
            try {
                List<CommitResult> results = store.commit(List.of(write)).await().atMost(PATIENCE);
                if (failure != null) {
                    violations.add("a write was answered after one had failed: " + results);
                }
                acknowledged[instance] += results.equals(List.of(CommitResult.COMMITTED)) ? 1 : 0;
            } catch (StoreException refused) {
                failed(refused);
            }
        }

        private void failed(StoreException how) {
            failure = failure == null ? how : failure;
            if (!how.permanent() || !how.getMessage().startsWith("CAIRN-05") || !how.getMessage().contains(disk.location())) {
                violations.add("a failure does not say what to do: " + how);
            }
        }

        /** In a new life on the same disk, and in one after a power cut. */
        List<String> violations(LossyDisk lossy) {
            if (disk.failedAt() != null && failure != null && !failure.getMessage().contains("No space left on device")
                    && !failure.getMessage().contains("Input/output error")) {
                violations.add("the failure does not name its cause: " + failure.getMessage());
            }
            checkKept(lossy.cutPower(), "after a power cut");
            checkKept(lossy, "after a restart");
            return violations;
        }

        private void checkKept(StoreDisk mended, String when) {
            try (FileStore store = FileStore.open(mended, SMALL)) {
                for (int i = 0; i < INSTANCES; i++) {
                    int kept = store.load("i-" + i).await().atMost(PATIENCE).map(found -> entries(found).size()).orElse(0);
                    // An unacknowledged entry may exist all the same.
                    if (kept < acknowledged[i] || kept > acknowledged[i] + 1) {
                        violations.add(when + " i-" + i + " has " + kept + " entries, not " + acknowledged[i]);
                    }
                }
                store.commit(List.of(create(running("new"), "1"))).await().atMost(PATIENCE);
            }
        }
    }
}
