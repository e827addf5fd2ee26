package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.h2.mvstore.MVStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.IndexDamageException;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.spi.StoreException;

/** An index that is damaged or gone: the store answers as before, or refuses, and never answers otherwise. */
@Tag("crash-file")
class IndexDamageTest {

    private static final int SEEDS = Integer.getInteger("cairn.index-damages", 8);
    private static final int ROUNDS = 400;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Population population = new Population();
    private final List<String> told = new ArrayList<>();
    private final Logger logger = Logger.getLogger(FileStore.class.getName());
    private final Handler recorder = new Handler() {
        @Override
        public synchronized void publish(LogRecord record) {
            told.add(record.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // Nothing to let go of.
        }
    };
    private Map<String, byte[]> stored;

    @BeforeEach
    void store() throws IOException {
        logger.addHandler(recorder);
        logger.setUseParentHandlers(false);
        LossyDisk disk = LossyDisk.empty(1, true);
        try (FileStore store = FileStore.open(disk, Population.SMALL)) {
            population.live(store, ROUNDS);
        }
        stored = contents(disk);
        assertThat(stored).as("segments were dropped").doesNotContainKey(LogSegment.nameOf(1));
    }

    @AfterEach
    void expectNone() {
        logger.removeHandler(recorder);
        logger.setUseParentHandlers(true);
    }

    private static Map<String, byte[]> contents(StoreDisk disk) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        for (Map.Entry<String, Long> file : disk.files().entrySet()) {
            ByteBuffer content = ByteBuffer.allocate(file.getValue().intValue());
            try (DiskFile opened = disk.open(file.getKey(), false)) {
                opened.read(content, 0);
            }
            contents.put(file.getKey(), content.array());
        }
        return contents;
    }

    private LossyDisk copy() throws IOException {
        LossyDisk disk = LossyDisk.empty(1, true);
        for (Map.Entry<String, byte[]> file : stored.entrySet()) {
            try (DiskFile created = disk.open(file.getKey(), true)) {
                created.write(ByteBuffer.wrap(file.getValue()), 0);
                created.force();
            }
        }
        disk.force();
        return disk;
    }

    private long toldOf(String code) {
        return told.stream().filter(message -> message.startsWith(code)).count();
    }

    /** Opens a directory, and once more if something was refused; then everything has to be answered. */
    private void assertAnswers(StoreDisk disk, String what) {
        try (FileStore store = FileStore.open(disk, Population.SMALL)) {
            assertThat(population.wrongAnswers(store)).as(what).isEmpty();
        }
        int refusals = population.refusals();
        assertThat(toldOf("CAIRN-0525")).as("%s, refusals: %d", what, refusals).isEqualTo(refusals > 0 ? 1 : 0);
        if (refusals > 0) {
            assertThat(toldOf("CAIRN-0524")).as(what).isZero();
            try (FileStore store = FileStore.open(disk, Population.SMALL)) {
                assertThat(population.wrongAnswers(store)).as(what).isEmpty();
            }
            assertThat(population.refusals()).as(what).isZero();
            assertThat(toldOf("CAIRN-0524")).as(what).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 20, 200 })
    void damagedBytesChangeNoAnswer(int bytes) throws IOException {
        int rebuilt = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            LossyDisk disk = copy();
            Damage.toIndex(disk, new Random(seed), bytes);
            assertThatThrownBy(() -> checkIndex(disk)).as("%d bytes, seed %d", bytes, seed)
                    .isInstanceOfAny(IndexDamageException.class, MVStoreException.class);
            told.clear();
            assertAnswers(disk, bytes + " bytes, seed " + seed);
            rebuilt += (int) toldOf("CAIRN-0524");
        }
        // The queries do not read the whole index, so a single damaged byte may stay unread.
        assertThat(rebuilt).isGreaterThan(bytes == 1 ? 0 : SEEDS / 2);
    }

    private static void checkIndex(StoreDisk disk) throws IOException {
        try (PersistentStoreIndex index = PersistentStoreIndex.open(disk)) {
            index.checkAll();
        }
    }

    @Test
    void aTruncatedIndexIsRebuilt() throws IOException {
        int size = stored.get(PersistentStoreIndex.FILE).length;
        for (int length : new int[] { 0, 1, 4096, 8192, 12 * 1024, size / 3, size / 2, size - 4096, size - 1 }) {
            LossyDisk disk = copy();
            try (DiskFile index = disk.open(PersistentStoreIndex.FILE, false)) {
                index.truncate(length);
            }
            told.clear();
            assertAnswers(disk, length + " bytes of " + size);
            assertThat(disk.files()).as("%d bytes", length).containsKey(PersistentStoreIndex.DAMAGED);
        }
    }

    @Test
    void aMissingIndexIsRebuilt() throws IOException {
        LossyDisk disk = copy();
        disk.delete(PersistentStoreIndex.FILE);

        assertAnswers(disk, "missing");
        assertThat(toldOf("CAIRN-0524")).isEqualTo(1);
        assertThat(disk.files()).doesNotContainKeys(PersistentStoreIndex.DAMAGED, PersistentStoreIndex.UNFINISHED);
        // It is as good as the one before: the next start finds nothing to do.
        told.clear();
        try (FileStore store = FileStore.open(disk, Population.SMALL)) {
            assertThat(population.wrongAnswers(store)).isEmpty();
            assertThat(told).isEmpty();
        }
    }

    @Test
    void anIndexIsRebuiltOnDemand() throws IOException {
        LossyDisk disk = copy();
        disk.open(PersistentStoreIndex.REBUILD_MARK, true).close();

        assertAnswers(disk, "asked for");
        assertThat(toldOf("CAIRN-0524")).isEqualTo(1);
        assertThat(disk.files()).containsKey(PersistentStoreIndex.DAMAGED).doesNotContainKey(PersistentStoreIndex.REBUILD_MARK);
    }

    @Test
    void aRebuildThatIsCutOffBeginsAnew() throws IOException {
        int cutOff = 0;
        for (int operations = 0; operations < 60; operations++) {
            LossyDisk disk = copy();
            try (DiskFile index = disk.open(PersistentStoreIndex.FILE, false)) {
                index.truncate(5_000);
                index.force();
            }
            disk.failAfter(operations);
            try {
                FileStore.open(disk, Population.SMALL).close();
            } catch (StoreException e) {
                assertThat(LossyDisk.isGone(e)).as(e.getMessage()).isTrue();
                cutOff++;
            }
            try (FileStore store = FileStore.open(disk.cutPower(), Population.SMALL)) {
                assertThat(population.wrongAnswers(store)).as("after %d operations", operations).isEmpty();
                assertThat(population.refusals()).isZero();
            }
        }
        assertThat(cutOff).isGreaterThan(20);
    }

    @Test
    void damageThatIsFoundWhileRunningIsToldOnceAndMendedByTheNextStart() throws IOException {
        LossyDisk disk = copy();
        try (FileStore store = FileStore.open(disk, Population.SMALL)) {
            Damage.toIndex(disk, new Random(1), 2_000);

            assertThat(population.wrongAnswers(store)).isEmpty();
            assertThat(population.refusals()).isPositive();
        }
        assertThat(toldOf("CAIRN-0525")).isEqualTo(1);
        assertThat(disk.files()).containsKey(PersistentStoreIndex.REBUILD_MARK);
        told.clear();
        assertAnswers(disk, "damaged while running");
    }

    @Test
    void aDamagedIndexDropsNothing() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            LossyDisk disk = copy();
            try (FileStore store = FileStore.open(disk, Population.SMALL)) {
                Damage.toIndex(disk, new Random(seed), 2_000);
                for (int i = 0; i < 200; i++) {
                    comeAndGo(store, "new-" + i);
                }
            }
            told.clear();
            assertAnswers(disk, "seed " + seed);
        }
    }

    /** Makes the store clean, as long as it can. */
    private static void comeAndGo(FileStore store, String id) {
        try {
            store.commit(List.of(create(running(id), "x".repeat(2_000)))).await().atMost(PATIENCE);
            store.commit(List.of(next(ended(id, 1), 1, 1, "end"))).await().atMost(PATIENCE);
            store.removeEnded(1, 10).await().atMost(PATIENCE);
        } catch (StoreException e) {
            // As the index is damaged, this or a later call is refused.
            assertThat(e).hasMessageMatching("(?s)CAIRN-050[57].*");
        }
    }

    @Test
    void anIndexIsNotRebuiltFromADamagedJournal() throws IOException {
        List<String> segments = stored.keySet().stream().filter(LogSegment::isName).sorted(Comparator.naturalOrder()).toList();
        // A damaged last group of the last file looks like a group that a crash cut off.
        for (String name : segments.subList(0, segments.size() - 2)) {
            LossyDisk disk = copy();
            disk.delete(PersistentStoreIndex.FILE);
            try (DiskFile segment = disk.open(name, false)) {
                segment.write(ByteBuffer.wrap(new byte[] { 1, 2, 3 }), LogSegment.BLOCK_BYTES + 10);
            }
            Map<String, byte[]> before = contents(disk);

            assertThatThrownBy(() -> FileStore.open(disk, Population.SMALL)).as(name).isInstanceOf(StoreException.class)
                    .hasMessageStartingWith("CAIRN-0503");
            assertThat(contents(disk)).containsExactlyInAnyOrderEntriesOf(before);
        }
    }

    @Test
    void aJournalWithAGapMakesNoIndex() throws IOException {
        List<String> segments = stored.keySet().stream().filter(LogSegment::isName).sorted(Comparator.naturalOrder()).toList();
        assertThat(segments.size()).isGreaterThan(3);
        LossyDisk disk = copy();
        disk.delete(PersistentStoreIndex.FILE);
        disk.delete(segments.get(1));
        Map<String, byte[]> before = contents(disk);

        assertThatThrownBy(() -> FileStore.open(disk, Population.SMALL)).isInstanceOf(StoreException.class)
                .hasMessageStartingWith("CAIRN-0503").hasMessageContaining("the journal lacks what lies between");
        assertThat(contents(disk)).containsExactlyInAnyOrderEntriesOf(before);
    }

    /** The loss of the oldest file is noticed when the new index is complete except for its missing entries. */
    @Test
    void aRebuildThatFailsLeavesNothing() throws IOException {
        String oldest = stored.keySet().stream().filter(LogSegment::isName).min(Comparator.naturalOrder()).orElseThrow();
        LossyDisk disk = copy();
        disk.delete(PersistentStoreIndex.FILE);
        disk.delete(oldest);
        Map<String, byte[]> before = contents(disk);

        assertThatThrownBy(() -> FileStore.open(disk, Population.SMALL)).isInstanceOf(StoreException.class)
                .hasMessageStartingWith("CAIRN-0503").hasMessageContaining("no file of the journal has all entries");
        assertThat(contents(disk)).containsExactlyInAnyOrderEntriesOf(before);
    }

    @Test
    void aDiskThatCannotReadForAMomentAsksForNoRebuild() throws IOException {
        LossyDisk lossy = copy();
        FaultyDisk counting = new FaultyDisk(lossy, FaultyDisk.Operation.READ, 0, false);
        FileStore.open(counting, Population.SMALL).close();
        int apart = Math.max(1, counting.counted() / 40);

        int refusals = 0;
        for (int tried = 0; tried < 50; tried++) {
            int nth = 1 + tried * apart;
            LossyDisk disk = copy();
            FaultyDisk faulty = new FaultyDisk(disk, FaultyDisk.Operation.READ, nth, false);
            try (FileStore store = FileStore.open(faulty, Population.SMALL)) {
                assertThat(population.wrongAnswers(store)).as("read %d", nth).isEmpty();
                refusals += population.refusals();
            } catch (StoreException e) {
                assertThat(e).as("read %d", nth).hasMessageMatching("(?s)CAIRN-050[1357].*");
                refusals++;
            }
            assertThat(toldOf("CAIRN-0524") + toldOf("CAIRN-0525")).as("read %d", nth).isZero();
            assertThat(disk.files()).as("read %d", nth).doesNotContainKeys(PersistentStoreIndex.REBUILD_MARK,
                    PersistentStoreIndex.DAMAGED);
        }
        // The number of reads beside these differs from run to run.
        assertThat(refusals).isGreaterThan(5);
    }

    @Test
    void aDamagedLastGroupBelowAnEmptyFileIsReported() throws IOException {
        LossyDisk disk = copy();
        // The index of a store that was just opened knows the end of the log. Most times a file without groups is there.
        int openings = 0;
        do {
            FileStore.open(disk, Population.SMALL).close();
            openings++;
            assertThat(openings).isLessThan(100);
        } while (openings < 2 || !Damage.endsWithEmptyFile(disk));
        assertThat(told).isEmpty();
        Damage.toLastGroup(disk);

        try (FileStore store = FileStore.open(disk, Population.SMALL)) {
            assertThat(population.wrongAnswers(store)).isEmpty();
            assertThat(population.refusals()).isLessThan(10);
        }
        assertThat(toldOf("CAIRN-0527")).isEqualTo(1);
    }

    @Test
    void noRebuildForgetsWhatWasAcknowledged() throws IOException {
        LossyDisk disk = copy();
        // The index of a store that was just opened knows the end of the log.
        FileStore.open(disk, Population.SMALL).close();
        Damage.toLastGroup(disk);
        disk.open(PersistentStoreIndex.REBUILD_MARK, true).close();
        Map<String, byte[]> before = contents(disk);

        assertThatThrownBy(() -> FileStore.open(disk, Population.SMALL)).isInstanceOf(StoreException.class)
                .hasMessageStartingWith("CAIRN-0503").hasMessageContaining("the journal ");
        assertThat(contents(disk)).containsExactlyInAnyOrderEntriesOf(before);
    }

    @Test
    void anIndexThatIsDamagedElsewhereStillKnowsTheEnd() throws IOException {
        int refused = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            LossyDisk disk = copy();
            FileStore.open(disk, Population.SMALL).close();
            Damage.toLastGroup(disk);
            Damage.toIndex(disk, new Random(seed), 1);
            disk.open(PersistentStoreIndex.REBUILD_MARK, true).close();
            try {
                FileStore.open(disk, Population.SMALL).close();
            } catch (StoreException e) {
                assertThat(e).hasMessageStartingWith("CAIRN-0503");
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void noRebuildForgetsASegmentThatTheIndexKnows() throws IOException {
        String oldest = stored.keySet().stream().filter(LogSegment::isName).min(Comparator.naturalOrder()).orElseThrow();
        LossyDisk disk = copy();
        disk.delete(oldest);
        disk.open(PersistentStoreIndex.REBUILD_MARK, true).close();

        assertThatThrownBy(() -> FileStore.open(disk, Population.SMALL)).isInstanceOf(StoreException.class)
                .hasMessageStartingWith("CAIRN-0503").hasMessageContaining("file=" + oldest + "]: it is missing");
    }
}
