package dev.cairn.persistence.file.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.persistence.file.FaultyDisk;
import dev.cairn.persistence.file.ForwardingDisk;
import dev.cairn.persistence.file.LossyDisk;
import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.record.ByteReader;
import dev.cairn.persistence.file.record.GatheringByteWriter;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.persistence.file.record.RecordCodec;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.StoreException;

class LogSegmentTest {

    private static final long SEQUENCE = 7;
    private static final String NAME = LogSegment.nameOf(SEQUENCE);
    private static final long START = 1;
    private static final int BLOCK = LogSegment.BLOCK_BYTES;

    @TempDir
    Path directory;

    /** The payloads of records by their addresses. */
    private final Map<Long, byte[]> written = new TreeMap<>();
    /** Ends of the groups, as the position in the file of their last byte, without the rest of its block. */
    private final List<Long> groupEnds = new ArrayList<>();
    private final LogBatch batch = new LogBatch();

    /** Commits a group with a record for each size. */
    private void commit(LogSegment segment, int... sizes) throws IOException {
        prepare(segment, sizes);
        segment.commit(batch);
    }

    private void prepare(LogSegment segment, int... sizes) {
        batch.restart(segment.end());
        for (int size : sizes) {
            long address = batch.end();
            byte[] entry = new byte[size];
            new Random(address).nextBytes(entry);
            LogRecord record = new LogRecord.Moved("i-" + address, 0, 0, LogRecord.NONE, List.of(EncodedEntry.of(entry)));
            batch.add(record);
            GatheringByteWriter sink = new GatheringByteWriter(16);
            RecordCodec.encode(record, address, sink);
            written.put(address, new EncodedEntry(sink.from(0)).bytes());
        }
        groupEnds.add(LogSegment.position(segment.start(), batch.end()));
    }

    private static LogSegment begin(StoreDisk disk, int zeros) throws IOException {
        DiskFile file = disk.open(LogSegment.UNFINISHED, true);
        if (zeros > 0) {
            file.write(ByteBuffer.allocate(zeros), 0);
        }
        LogSegment segment = LogSegment.create(disk, file, SEQUENCE);
        segment.begin(START);
        return segment;
    }

    /** One whose file has groups of the segment that it was before, at the same addresses, but not in its first block. */
    private static LogSegment beginRecycled(StoreDisk disk, int blocks) throws IOException {
        DiskFile file = disk.open(LogSegment.UNFINISHED, true);
        file.write(ByteBuffer.allocate(2 * BLOCK), 0);
        LogBatch earlier = new LogBatch();
        for (int block = 2; block < blocks; block++) {
            earlier.restart(START + (block - 1) * BLOCK);
            earlier.add(new LogRecord.Removed(List.of("earlier-" + block)));
            file.write(ByteBuffer.wrap(new EncodedEntry(earlier.group(SEQUENCE - 1)).bytes()), (long) block * BLOCK);
        }
        LogSegment segment = LogSegment.create(disk, file, SEQUENCE);
        segment.begin(START);
        return segment;
    }

    private static LogSegment begin(StoreDisk disk, int zeros, boolean recycled) throws IOException {
        return recycled ? beginRecycled(disk, zeros / BLOCK) : begin(disk, zeros);
    }

    private byte[] threeGroups() throws IOException {
        return threeGroups(false);
    }

    /** A file of three small groups, and behind them zeros, or groups of the segment that it was before. */
    private byte[] threeGroups(boolean recycled) throws IOException {
        LossyDisk disk = LossyDisk.empty(1, true);
        LogSegment segment = begin(disk, 7 * BLOCK, recycled);
        commit(segment, 10, 300);
        commit(segment, 5_000);
        commit(segment, 20, 0, 40);
        return content(disk);
    }

    private static byte[] content(StoreDisk disk) throws IOException {
        try (DiskFile file = disk.open(NAME, false)) {
            ByteBuffer content = ByteBuffer.allocate((int) file.size());
            file.read(content, 0);
            return content.array();
        }
    }

    private static StoreDisk diskWith(byte[] content) throws IOException {
        LossyDisk disk = LossyDisk.empty(1, true);
        try (DiskFile file = disk.open(NAME, true)) {
            file.write(ByteBuffer.wrap(content), 0);
        }
        return disk;
    }

    private static LogSegment recover(StoreDisk disk) throws IOException {
        return LogSegment.recover(disk, SEQUENCE, disk.files().get(NAME));
    }

    private static void assertDamaged(String what, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(StoreException.class).hasMessageStartingWith("CAIRN-0503")
                .hasMessageContaining(NAME).hasMessageContaining(what).hasMessageContaining("Nothing was changed");
    }

    /** The records of this number of first groups must be found, in order and at their addresses, and no others. */
    private void assertHasGroups(int groups, LogSegment segment) {
        long end = groups == 0 ? START : START + LogSegment.nextBlock(groupEnds.get(groups - 1)) - BLOCK;
        assertThat(segment.isEmpty()).isEqualTo(groups == 0);
        if (groups == 0) {
            return;
        }
        assertThat(segment.start()).isEqualTo(START);
        assertThat(segment.end()).isEqualTo(end);
        assertThat(read(segment)).isEqualTo(
                hex(written.entrySet().stream().filter(record -> record.getKey() < end).toList()));
        written.forEach((address, payload) -> {
            if (address < end) {
                assertThat(segment.read(address)).isEqualTo(payload);
            }
        });
    }

    private static List<String> read(LogSegment segment) {
        List<Map.Entry<Long, byte[]>> found = new ArrayList<>();
        SegmentReader reader = segment.reader(segment.start());
        while (reader.hasNext()) {
            found.add(Map.entry(reader.address(), reader.next()));
        }
        return hex(found);
    }

    private static List<String> hex(List<Map.Entry<Long, byte[]>> records) {
        return records.stream().map(one -> one.getKey() + ":" + Arrays.hashCode(one.getValue()) + ":" + one.getValue().length)
                .toList();
    }

    @Test
    void whatWasCommittedIsFoundAgain() throws IOException {
        try (LocalDisk disk = LocalDisk.open(directory)) {
            LogSegment segment = begin(disk, 1024 * 1024);
            Random random = new Random(3);
            for (int i = 0; i < 60; i++) {
                int[] sizes = new int[1 + random.nextInt(20)];
                Arrays.setAll(sizes, any -> random.nextInt(random.nextInt(5) == 0 ? 9_000 : 400));
                commit(segment, sizes);
            }
            // Larger than what is written, and what is read, at once; and than the zeros.
            commit(segment, 100, 3_000_000, 70_000, 5);
            commit(segment, 1);
            assertHasGroups(62, segment);
            segment.trim();
            assertHasGroups(62, segment);
            long fileBytes = disk.files().get(NAME);
            assertThat(fileBytes).isEqualTo(segment.fileBytes()).isLessThanOrEqualTo(segment.writtenBytes());
            segment.close();

            LogSegment recovered = recover(disk);
            assertHasGroups(62, recovered);
            recovered.close();
            // Of a sealed one it is not known where it ends.
            LogSegment sealed = LogSegment.sealed(disk, SEQUENCE, START, segment.end() + 10 * BLOCK, fileBytes);
            assertThat(read(sealed)).isEqualTo(hex(List.copyOf(written.entrySet())));
            written.forEach((address, payload) -> assertThat(sealed.read(address)).isEqualTo(payload));
            sealed.close();
        }
    }

    @Test
    void groupsShareNoBlock() throws IOException {
        List<long[]> writes = new ArrayList<>();
        StoreDisk disk = recording(LossyDisk.empty(1, true), writes);
        LogSegment segment = begin(disk, 0);
        for (int size : new int[] { 1, BLOCK - 60, 1, 3 * BLOCK, 700, 2 }) {
            commit(segment, size);
        }
        long free = 0;
        for (long[] write : writes) {
            assertThat(write[0]).isGreaterThanOrEqualTo(free);
            assertThat(write[0] % BLOCK).isZero();
            free = LogSegment.nextBlock(write[0] + write[1]);
        }
        assertThat(writes).hasSize(7);
        assertHasGroups(6, segment);
    }

    private static StoreDisk recording(StoreDisk real, List<long[]> writes) {
        return new ForwardingDisk(real) {
            @Override
            public DiskFile open(String name, boolean create) throws IOException {
                return new ForwardingFile(super.open(name, create)) {
                    @Override
                    public void write(ByteBuffer source, long position) throws IOException {
                        writes.add(new long[] { position, source.remaining() });
                        super.write(source, position);
                    }
                };
            }
        };
    }

    @ParameterizedTest
    @CsvSource({ "WRITE, 2", "FORCE, 1", "FORCE, 2" })
    void oneThatCannotBeMadeLeavesNothing(FaultyDisk.Operation operation, int nth) throws IOException {
        LossyDisk lossy = LossyDisk.empty(1, true);
        FaultyDisk disk = new FaultyDisk(lossy, operation, nth, false);
        assertCannotBeMade(disk);
        assertThat(disk.failedAt()).isNotNull();
        assertThat(lossy.files()).isEmpty();
    }

    @Test
    void oneThatIsThereAlreadyIsNotReplaced() throws IOException {
        LossyDisk disk = LossyDisk.empty(1, true);
        begin(disk, BLOCK).close();
        assertCannotBeMade(disk);
        assertThat(disk.files()).containsOnlyKeys(NAME);
    }

    private static void assertCannotBeMade(StoreDisk disk) throws IOException {
        DiskFile file = disk.open(LogSegment.UNFINISHED, true);
        assertThatThrownBy(() -> LogSegment.create(disk, file, SEQUENCE)).isInstanceOf(IOException.class)
                .hasNoSuppressedExceptions();
        assertThatThrownBy(file::force).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void oneWithoutGroupsIsEmpty() throws IOException {
        for (int zeros : new int[] { 0, BLOCK, 100 * BLOCK }) {
            LossyDisk disk = LossyDisk.empty(1, true);
            begin(disk, zeros).close();
            assertThat(recover(disk).isEmpty()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aFileThatEndsAnywhereHasTheGroupsThatAreWhole(boolean recycled) throws IOException {
        byte[] content = threeGroups(recycled);
        for (int length = 0; length <= content.length; length++) {
            StoreDisk disk = diskWith(Arrays.copyOf(content, length));
            int cut = length;
            if (length < BLOCK) {
                assertDamaged("too short", () -> recover(disk));
            } else {
                assertHasGroups((int) groupEnds.stream().filter(end -> end <= cut).count(), recover(disk));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void ofTheLastGroupAllIsKeptOrNothing(boolean recycled) throws IOException {
        LossyDisk before = LossyDisk.empty(1, true);
        LogSegment segment = begin(before, 12 * BLOCK, recycled);
        commit(segment, 100);
        byte[] first = content(before);
        commit(segment, 30, 17_500, 9);
        byte[] both = content(before);

        int sectors = (int) (LogSegment.nextBlock(groupEnds.get(1)) - 2 * BLOCK) / 512;
        assertThat(sectors).isEqualTo(40);
        Random random = new Random(9);
        for (int run = 0; run < 3_000; run++) {
            byte[] torn = first.clone();
            int kept = 0;
            // Now and then all but one, or one only.
            int odds = random.nextInt(6);
            int only = random.nextInt(sectors);
            for (int sector = 0; sector < sectors; sector++) {
                boolean keep = odds == 0 ? sector == only : odds == 1 ? sector != only : random.nextInt(6) < odds;
                int at = 2 * BLOCK + sector * 512;
                if (keep) {
                    System.arraycopy(both, at, torn, at, 512);
                }
                kept += Arrays.equals(torn, at, at + 512, both, at, at + 512) ? 1 : 0;
            }
            assertHasGroups(kept == sectors ? 2 : 1, recover(diskWith(torn)));
        }
    }

    /** With one wrong bit at any position, all read bytes are correct, and only the last group may be missing silently. */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aWrongBitAnywhereIsNoticed(boolean recycled) throws IOException {
        byte[] content = threeGroups(recycled);
        int[] outcomes = new int[4];
        for (int position = 0; position < content.length; position++) {
            byte[] damaged = content.clone();
            damaged[position] ^= (byte) (1 << position % 8);
            StoreDisk disk = diskWith(damaged);
            boolean inHeader = position < 24;
            boolean inLast = position >= LogSegment.nextBlock(groupEnds.get(1)) && position < groupEnds.get(2);
            boolean inOthers = position >= BLOCK && position < groupEnds.get(0)
                    || position >= LogSegment.nextBlock(groupEnds.get(0)) && position < groupEnds.get(1);
            if (inHeader) {
                assertDamaged("first block", () -> recover(disk));
            } else if (inOthers) {
                assertDamaged("more was written behind it", () -> recover(disk));
            } else {
                assertHasGroups(inLast ? 2 : 3, recover(disk));
            }
            outcomes[inHeader ? 0 : inOthers ? 1 : inLast ? 2 : 3]++;
            assertReadsNothingWrong(disk, inHeader);
        }
        assertThat(outcomes).containsExactly(24, (int) (groupEnds.get(0) + groupEnds.get(1) - 3 * BLOCK),
                (int) (groupEnds.get(2) - 4 * BLOCK), content.length - 24 - outcomes[1] - outcomes[2]);
    }

    private void assertReadsNothingWrong(StoreDisk disk, boolean inHeader) throws IOException {
        LogSegment sealed = LogSegment.sealed(disk, SEQUENCE, START, START + 5 * BLOCK, disk.files().get(NAME));
        if (inHeader) {
            assertDamaged("first block", () -> sealed.read(written.keySet().iterator().next()));
            return;
        }
        List<Map.Entry<Long, byte[]>> all = List.copyOf(written.entrySet());
        List<String> read = read(sealed);
        assertThat(read).isEqualTo(hex(all.subList(0, read.size())));
        int missing = 0;
        for (Map.Entry<Long, byte[]> record : all) {
            try {
                assertThat(sealed.read(record.getKey())).isEqualTo(record.getValue());
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining(NAME);
                missing++;
            }
        }
        assertThat(missing).isLessThanOrEqualTo(1);
    }

    @Test
    void aGroupThatBelongsElsewhereIsNone() throws IOException {
        byte[] content = threeGroups();
        // The first group once more, where the next would be.
        System.arraycopy(content, BLOCK, content, (int) LogSegment.nextBlock(groupEnds.get(2)), BLOCK);
        assertHasGroups(3, recover(diskWith(content)));

        StoreDisk other = LossyDisk.empty(1, true);
        try (DiskFile file = other.open(LogSegment.nameOf(SEQUENCE + 1), true)) {
            file.write(ByteBuffer.wrap(content), 0);
            file.write(SegmentHeader.of(PersistentStoreIndex.FORMAT, SEQUENCE + 1), 0);
        }
        assertThat(LogSegment.recover(other, SEQUENCE + 1, content.length).isEmpty()).isTrue();
    }

    @Test
    void aFileOfAnotherFormatOrNumberIsRefused() throws IOException {
        byte[] content = threeGroups();
        SegmentHeader.of(PersistentStoreIndex.FORMAT + 1, SEQUENCE).get(content, 0, BLOCK);
        assertThatThrownBy(() -> recover(diskWith(content))).isInstanceOf(StoreException.class)
                .hasMessageStartingWith("CAIRN-0504").hasMessageContaining("format=" + (PersistentStoreIndex.FORMAT + 1));
        SegmentHeader.of(PersistentStoreIndex.FORMAT, SEQUENCE + 1).get(content, 0, BLOCK);
        assertDamaged(LogSegment.nameOf(SEQUENCE + 1), () -> recover(diskWith(content)));
    }

    /** The file had another name when it was made. */
    @Test
    void damageOfAFileOfThisLifeIsNamed() throws IOException {
        LossyDisk disk = LossyDisk.empty(1, true);
        LogSegment segment = begin(disk, 0);
        commit(segment, 100);
        try (DiskFile file = disk.open(NAME, false)) {
            file.write(ByteBuffer.allocate(50), groupEnds.get(0) - 50);
        }
        assertThatThrownBy(() -> segment.read(START + GroupHeader.BYTES)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(NAME);
    }

    @Test
    void whatIsFoundIsDurable() throws IOException {
        int whole = 0;
        for (int seed = 0; seed < 50; seed++) {
            LossyDisk disk = LossyDisk.empty(seed, true);
            LogSegment segment = begin(disk, 4 * BLOCK);
            prepare(segment, 3_000);
            try (DiskFile file = disk.open(NAME, false)) {
                // As a store leaves it that dies between the write and the force.
                file.write(ByteBuffer.wrap(new EncodedEntry(batch.group(SEQUENCE)).bytes()), BLOCK);
            }
            assertThat(recover(disk).isEmpty()).isFalse();
            whole += recover(disk.cutPower()).isEmpty() ? 0 : 1;
        }
        assertThat(whole).isEqualTo(50);
    }

    @Test
    void whatCouldNotBeForcedIsNotReadable() throws IOException {
        LossyDisk lossy = LossyDisk.empty(1, true);
        begin(lossy, 4 * BLOCK).close();
        FaultyDisk faulty = new FaultyDisk(lossy, FaultyDisk.Operation.FORCE, 3, true);
        LogSegment segment = recover(faulty);
        segment.begin(START);
        commit(segment, 10);
        long end = segment.end();
        assertThatThrownBy(() -> commit(segment, 10)).isInstanceOf(IOException.class);
        assertThat(segment.end()).isEqualTo(end);
    }

    @Test
    void readersSeeWholeRecordsWhileMoreIsWritten() throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        CountDownLatch reading = new CountDownLatch(3);
        try (LocalDisk disk = LocalDisk.open(directory)) {
            LogSegment segment = begin(disk, 64 * BLOCK);
            AtomicLong last = new AtomicLong(LogRecord.NONE);
            List<CompletableFuture<Long>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(CompletableFuture.supplyAsync(() -> readAgainAndAgain(segment, last, reading), threads));
            }
            Random random = new Random(4);
            try {
                for (int i = 0; i < 1_500; i++) {
                    batch.restart(segment.end());
                    long address = batch.end();
                    batch.add(new LogRecord.Moved("i-" + address, 0, 0, LogRecord.NONE,
                            List.of(EncodedEntry.of(new byte[random.nextInt(24_000)]))));
                    segment.commit(batch);
                    last.set(address);
                }
                assertThat(reading.await(60, TimeUnit.SECONDS)).as("each reads while it is written").isTrue();
                segment.trim();
            } finally {
                last.set(Long.MAX_VALUE);
            }
            readers.forEach(reader -> assertThat(reader.join()).isPositive());
            segment.close();
        } finally {
            threads.shutdown();
        }
    }

    private static long readAgainAndAgain(LogSegment segment, AtomicLong last, CountDownLatch reading) {
        long count = 0;
        long address = last.get();
        while (address != Long.MAX_VALUE) {
            if (address != LogRecord.NONE) {
                byte[] payload = segment.read(address);
                LogRecord.Moved record = (LogRecord.Moved) RecordCodec.decode(address,
                        new ByteReader(payload, 0, payload.length));
                assertThat(record.instanceId()).isEqualTo("i-" + address);
                if (count++ == 0) {
                    reading.countDown();
                }
            }
            address = last.get();
        }
        return count;
    }
}
