package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import org.h2.mvstore.WriteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.index.IndexDataTypes;
import dev.cairn.persistence.file.index.IndexedInstance;
import dev.cairn.persistence.file.index.ListingKey;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.index.PrefixCompressedDataType;
import dev.cairn.persistence.file.index.TimeKey;
import dev.cairn.persistence.file.log.LogBatch;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.persistence.file.record.ByteReader;
import dev.cairn.persistence.file.record.GatheringByteWriter;
import dev.cairn.persistence.file.record.InstanceRecordChain;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.persistence.file.record.RecordCodec;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/** The bytes of records, of segments and of the index. A test here that has to be changed means a new {@link PersistentStoreIndex#FORMAT}. */
class FileStoredFormTest {

    private static final InstanceRow ROW = new InstanceRow("a-1", "shop:orders", "1.0.0", InstanceStatus.WAITING, 1, 200,
            70_000, null);

    private static String hex(LogRecord record) {
        GatheringByteWriter sink = new GatheringByteWriter(1);
        RecordCodec.encode(record, 1_000, sink);
        return HexFormat.of().formatHex(new EncodedEntry(sink.from(0)).bytes());
    }

    private static LogRecord decode(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        return RecordCodec.decode(1_000, new ByteReader(bytes, 0, bytes.length));
    }

    private static void assertForm(LogRecord record, String hex) {
        assertThat(hex(record)).isEqualTo(hex);
        assertThat(decode(hex)).usingRecursiveComparison().isEqualTo(record);
    }

    @Test
    void aWrittenRecord() {
        assertForm(
                new LogRecord.Written(ROW, 7, 300, 900,
                        List.of(EncodedEntry.of(new byte[] { 1, 2 }), EncodedEntry.of(new byte[0]))),
                "01" + "03612d31" + "0b73686f703a6f7264657273" + "05312e302e30" + "02" + "01" + "c801" + "f0a204" + "00" + "00"
                        + "07"
                        + "ac02" + "64" + "02" + "020102" + "00");
    }

    @Test
    void aWrittenRecordWithAnOwnerAndNothingBefore() {
        InstanceRow row = new InstanceRow("a-1", "s:o", "1", InstanceStatus.RUNNING, 1, 1, 0, "n");
        assertForm(new LogRecord.Written(row, 1, 0, LogRecord.NONE, List.of()),
                "01" + "03612d31" + "03733a6f" + "0131" + "01" + "01" + "01" + "00" + "00" + "01016e" + "01" + "00" + "00"
                        + "00");
    }

    @Test
    void aWrittenRecordThatEndedAndHasKeys() {
        InstanceRow row = new InstanceRow("a-1", "s:o", "1", InstanceStatus.COMPLETED, 1, 1, 0, null, 300,
                new SearchKeys("o-1", Map.of("c", "d", "a", "b")));
        assertForm(new LogRecord.Written(row, 1, 0, LogRecord.NONE, List.of()),
                "01" + "03612d31" + "03733a6f" + "0131" + "06" + "01" + "01" + "00" + "ac02" + "02" + "01036f2d31" + "02"
                        + "0161" + "0162" + "0163" + "0164" + "01" + "00" + "00" + "00");
    }

    @Test
    void aWrittenRecordThatEndedWithAnError() {
        InstanceRow row = new InstanceRow("a-1", "s:o", "1", InstanceStatus.FAULTED, 1, 1, 0, null).withErrorType("e/1");
        assertForm(new LogRecord.Written(row, 1, 0, LogRecord.NONE, List.of()),
                "01" + "03612d31" + "03733a6f" + "0131" + "05" + "01" + "01" + "00" + "00" + "04" + "03652f31" + "01" + "00"
                        + "00"
                        + "00");
    }

    @Test
    void aMovedRecord() {
        assertForm(new LogRecord.Moved("a-1", 3, 128, LogRecord.NONE, List.of(EncodedEntry.of(new byte[] { 9 }))),
                "02" + "03612d31" + "03" + "8001" + "00" + "01" + "0109");
    }

    @Test
    void aRestatedRecord() {
        assertForm(
                new LogRecord.Restated(ROW, 7, 300, 3, 128, 900, List.of(EncodedEntry.of(new byte[] { 9 }))),
                "04" + "03612d31" + "0b73686f703a6f7264657273" + "05312e302e30" + "02" + "01" + "c801" + "f0a204" + "00" + "00"
                        + "07" + "ac02" + "03" + "8001" + "64" + "01" + "0109");
    }

    @Test
    void aRecordOfRemovals() {
        assertForm(new LogRecord.Removed(List.of("a", "b-2")), "03" + "02" + "0161" + "03622d32");
    }

    @Test
    void whatIsNoRecordIsRefused() {
        assertThatThrownBy(() -> decode("05")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("5");
        assertThatThrownBy(() -> decode("0302")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Fewer");
        assertThatThrownBy(() -> decode("03010161ff")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("More");
        assertThatThrownBy(() -> decode("03ffffffffffffffff7f")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSegmentOfTwoGroups() throws IOException {
        LossyDisk disk = LossyDisk.empty(1, true);
        LogSegment segment = LogSegment.create(disk, disk.open(LogSegment.UNFINISHED, true), 26);
        segment.begin(1);
        LogBatch batch = new LogBatch();
        for (String id : List.of("a", "b-2")) {
            batch.restart(segment.end());
            batch.add(new LogRecord.Removed(List.of(id)));
            segment.commit(batch);
        }
        assertThat(segment.end()).isEqualTo(0x2001);
        assertThat(disk.files()).containsOnlyKeys("journal-0000001a.log");

        ByteBuffer content = ByteBuffer.allocate(2 * 4096 + 28 + 14);
        disk.open("journal-0000001a.log", false).read(content, 0);
        assertThat(hexOfBlock(content, 0)).isEqualTo("434149524e4c4f47" + "00000005" + "000000000000001a" + "74c307c4");
        assertThat(hexOfBlock(content, 1))
                .isEqualTo("43475250" + "41ff9e65" + "000000000000001a" + "0000000000000001" + "0000000c"
                        + "00000004" + "0f0bd896" + "03010161");
        assertThat(hexOfBlock(content, 2))
                .isEqualTo("43475250" + "061c60dc" + "000000000000001a" + "0000000000001001" + "0000000e"
                        + "00000006" + "3e849852" + "030103622d32");
    }

    /** The bytes of a block before the zeros at its end. */
    private static String hexOfBlock(ByteBuffer content, int block) {
        int end = Math.min(content.capacity(), (block + 1) * 4096);
        while (content.get(end - 1) == 0) {
            end--;
        }
        return HexFormat.of().formatHex(content.array(), block * 4096, end);
    }

    @Test
    void aBatchThatIsTakenBackLeavesNothing() {
        LogBatch batch = new LogBatch();
        batch.restart(1);
        assertThat(batch.isEmpty()).isTrue();
        batch.add(new LogRecord.Removed(List.of("a")));
        long end = batch.end();
        byte[] before = new EncodedEntry(batch.group(1)).bytes();
        int mark = batch.mark();
        batch.add(new LogRecord.Removed(List.of("b")));
        batch.reset(mark);

        assertThat(batch.end()).isEqualTo(end);
        assertThat(batch.isEmpty()).isFalse();
        assertThat(new EncodedEntry(batch.group(1)).bytes()).isEqualTo(before);
    }

    @Test
    void whatTheIndexIsMadeOf() {
        assertThat(written(IndexDataTypes.ID, "a-1", "a-12")).isEqualTo("0003612d31" + "030132");
        assertThat(written(IndexDataTypes.TIME, new TimeKey(70_000, "a-1"))).isEqualTo("f0a204" + "0003612d31");
        assertThat(written(IndexDataTypes.LISTING, new ListingKey("shop:orders", 6, 5, "a-1")))
                .isEqualTo("000b73686f703a6f7264657273" + "06" + "05" + "0003612d31");
        assertThat(written(IndexDataTypes.STATE, state("a-1", "node-1", List.of(new InstanceRecordChain(5, 6, 7)))))
                .isEqualTo("09" + "0003612d31" + "000b73686f703a6f7264657273"
                        + "0005312e302e30" + "010203" + "00066e6f64652d31" + "00" + "040506" + "01" + "050607");
        assertThat(written(IndexDataTypes.STATE, keyed("c", new SearchKeys("o-1", Map.of("a", "b")))))
                .isEqualTo("1e" + "000163" + "000b73686f703a6f7264657273"
                        + "0005312e302e30" + "010203" + "00016e" + "09" + "01" + "00036f2d31" + "01" + "000161" + "000162"
                        + "040506" + "00");
    }

    @SafeVarargs
    private static <T> String written(PrefixCompressedDataType<T> type, T... values) {
        WriteBuffer buffer = new WriteBuffer();
        type.write(buffer, values, values.length);
        return HexFormat.of().formatHex(buffer.getBuffer().array(), 0, buffer.position());
    }

    @Test
    void statesShareWhatTheirNeighboursHave() {
        IndexedInstance[] states = {
                state("a-1", "node-1", List.of()),
                state("a-12", "node-1", List.of(new InstanceRecordChain(5, 6, 7))),
                state("a-12", null, List.of(new InstanceRecordChain(1L << 60, 1, 1), new InstanceRecordChain(2, 3, 4))),
                state("b", "node-2", List.of()),
                keyed("c", new SearchKeys("o-1", Map.of("größe", "l"))), keyed("d", new SearchKeys(null, Map.of("a", ""))),
                state("größe", "n", List.of()) };
        assertThat(roundTrip(IndexDataTypes.STATE, states)).containsExactly(states);
        IndexedInstance[] alike = new IndexedInstance[40];
        Arrays.setAll(alike,
                i -> state("01JABCDEFGHJKMNPQRSTVWXY" + (10 + i), "node-1", List.of(new InstanceRecordChain(100, 1, 200))));
        WriteBuffer buffer = new WriteBuffer();
        IndexDataTypes.STATE.write(buffer, alike, alike.length);
        assertThat(buffer.position()).isLessThan(40 * 27);
    }

    private static IndexedInstance failed(String id, String errorType) {
        InstanceRow row = new InstanceRow(id, "s:o", "1", InstanceStatus.FAULTED, 1, 1, 0, null).withErrorType(errorType);
        return new IndexedInstance(row, 4, 5, 6, List.of());
    }

    @Test
    void keysAreReadAsTheyWereWritten() {
        IndexedInstance[] failed = { failed("a", "type-1"), failed("b", "type-12"), failed("c", null), failed("d", "type") };
        assertThat(roundTrip(IndexDataTypes.STATE, failed)).containsExactly(failed);
        String[] ids = { "", "a", "aa", "ab", "b", "größe", "größer" };
        assertThat(roundTrip(IndexDataTypes.ID, ids)).containsExactly(ids);
        TimeKey[] times = { new TimeKey(Long.MIN_VALUE, "x"), new TimeKey(1, "a"), new TimeKey(1, "ab") };
        assertThat(roundTrip(IndexDataTypes.TIME, times)).containsExactly(times);
        ListingKey[] keys = { new ListingKey("a:b", 1, 5, "x"), new ListingKey("a:b", 1, 5, "xy"),
                new ListingKey("a:c", 0, 1, "x") };
        assertThat(roundTrip(IndexDataTypes.LISTING, keys)).containsExactly(keys);
    }

    /** 120 rounds of a {@link Population}, as the last version with format 3 has left them, with files dropped in between. */
    @Test
    void aDirectoryOfFormat3(@TempDir Path directory) throws IOException {
        unpackFormat3(directory);
        Population population = new Population();
        population.recall(120);
        try (FileStore store = FileStore.open(LocalDisk.open(directory), Population.SMALL)) {
            assertThat(population.wrongAnswers(store)).isEmpty();
            assertThat(population.refusals()).isZero();
            assertCountsAreRight(store);
            population.live(store, 400);
            assertCountsAreRight(store);
        }
        try (FileStore store = FileStore.open(LocalDisk.open(directory), Population.SMALL)) {
            assertCountsAreRight(store);
        }
        // By now all its files were replaced, and the log has everything.
        Files.delete(directory.resolve(PersistentStoreIndex.FILE));
        try (FileStore store = FileStore.open(LocalDisk.open(directory), Population.SMALL)) {
            assertThat(population.wrongAnswers(store)).isEmpty();
            assertThat(population.refusals()).isZero();
            assertCountsAreRight(store);
        }
    }

    private static void assertCountsAreRight(FileStore store) {
        List<InstanceRow> rows = new ArrayList<>();
        String cursor = null;
        do {
            InstancePage page = store.find(InstanceQuery.all(1_000).withCursor(cursor)).await().indefinitely();
            rows.addAll(page.rows());
            cursor = page.next();
        } while (cursor != null);
        assertThat(rows).isNotEmpty();
        assertThat(store.counts().await().indefinitely().orElseThrow())
                .containsExactlyInAnyOrderElementsOf(InstanceCountTally.of(rows.stream()));
    }

    @Test
    void aDirectoryOfFormat3HasNoIndexButItsOwn(@TempDir Path directory) throws IOException {
        unpackFormat3(directory);
        Files.delete(directory.resolve(PersistentStoreIndex.FILE));

        assertThatThrownBy(() -> FileStore.open(directory)).hasMessageStartingWith("CAIRN-0503")
                .hasMessageContaining("is of an earlier version");
    }

    /** As a store leaves it that found some damage where there is none, or that was mended with the backup of an index. */
    @Test
    void aWholeIndexOfFormat3IsKeptThoughARebuildIsAskedFor(@TempDir Path directory) throws IOException {
        unpackFormat3(directory);
        Files.createFile(directory.resolve(PersistentStoreIndex.REBUILD_MARK));
        Population population = new Population();
        population.recall(120);

        try (FileStore store = FileStore.open(LocalDisk.open(directory), Population.SMALL)) {
            assertThat(population.wrongAnswers(store)).isEmpty();
            assertThat(population.refusals()).isZero();
        }
        assertThat(directory.resolve(PersistentStoreIndex.REBUILD_MARK)).doesNotExist();
        assertThat(directory.resolve(PersistentStoreIndex.DAMAGED)).doesNotExist();
    }

    @Test
    void aDamagedIndexOfFormat3IsNotKept(@TempDir Path directory) throws IOException {
        unpackFormat3(directory);
        Files.createFile(directory.resolve(PersistentStoreIndex.REBUILD_MARK));
        try (LocalDisk disk = LocalDisk.open(directory)) {
            Damage.toIndex(disk, new Random(1), 1);
        }

        assertThatThrownBy(() -> FileStore.open(directory)).hasMessageStartingWith("CAIRN-0503")
                .hasMessageContaining("is of an earlier version");
        assertThat(directory.resolve(PersistentStoreIndex.REBUILD_MARK)).exists();
    }

    private static void unpackFormat3(Path directory) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(FileStoredFormTest.class.getResourceAsStream("/format-3.zip"))) {
            ZipEntry file;
            while ((file = zip.getNextEntry()) != null) {
                Files.copy(zip, directory.resolve(file.getName()));
            }
        }
    }

    private static IndexedInstance state(String id, String owner, List<InstanceRecordChain> extents) {
        return new IndexedInstance(new InstanceRow(id, "shop:orders", "1.0.0", InstanceStatus.RUNNING, 1, 2, 3, owner), 4, 5, 6,
                extents);
    }

    private static IndexedInstance keyed(String id, SearchKeys keys) {
        return new IndexedInstance(new InstanceRow(id, "shop:orders", "1.0.0", InstanceStatus.COMPLETED, 1, 2, 3, "n", 9, keys),
                4, 5, 6, List.of());
    }

    private static <T> T[] roundTrip(PrefixCompressedDataType<T> type, T[] values) {
        WriteBuffer buffer = new WriteBuffer();
        type.write(buffer, values, values.length);
        ByteBuffer read = buffer.getBuffer();
        read.flip();
        T[] result = type.createStorage(values.length);
        type.read(read, result, values.length);
        assertThat(read.hasRemaining()).isFalse();
        return result;
    }
}
