package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.persistence.file.FaultyDisk.Operation;
import dev.cairn.persistence.file.log.LogBatch;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.persistence.file.log.SegmentReader;
import dev.cairn.persistence.file.record.ByteReader;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.persistence.file.record.RecordCodec;

class SegmentPreallocatorTest {

    private static final int BLOCK = LogSegment.BLOCK_BYTES;
    private static final int MEGABYTE = 1024 * 1024;

    private final LossyDisk disk = LossyDisk.empty(1, true);
    private final AtomicLong sequence = new AtomicLong();
    private final LogBatch batch = new LogBatch();

    /** The failing syncs are those of the zeros, of the header, and of the name. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3 })
    void oneThatCannotBeForcedLeavesNothingAndAnotherCanBeMade(int nth) throws IOException {
        SegmentPreallocator spare = new SegmentPreallocator(new FaultyDisk(disk, Operation.FORCE, nth, false), () -> 1);
        spare.want(BLOCK);
        spare.step(1);
        assertThat(spare.take()).isNull();
        assertThat(disk.files()).isEmpty();

        spare.want(BLOCK);
        spare.step(1);
        assertThat(spare.take().name()).isEqualTo(LogSegment.nameOf(1));
        spare.close(true);
    }

    @Test
    void zerosAreWrittenAtThePaceOfTheLog() throws IOException {
        SegmentPreallocator spare = new SegmentPreallocator(disk, () -> 1);
        spare.want(8 * MEGABYTE);
        for (double part : new double[] { 0, 0.1, 0.25, 0.4 }) {
            while (spare.isDue(part)) {
                spare.step(part);
            }
            assertThat(disk.files().get(SegmentPreallocator.NAME)).as("with %s of the head", part)
                    .isBetween((long) (2 * part * 8 * MEGABYTE), (long) (2 * part * 8 * MEGABYTE) + MEGABYTE / 2);
            assertThat(spare.take()).isNull();
        }
        while (spare.isDue(0.5)) {
            spare.step(0.5);
        }
        assertThat(spare.take().fileBytes()).isEqualTo(8 * MEGABYTE);
        spare.close(true);
    }

    @Test
    void nothingButAHeaderIsWrittenToAFileThatIsUsedAgain() throws IOException {
        LogSegment dropped = dropped(6);
        SegmentPreallocator spare = spare(6);
        assertThat(spare.recycle(dropped)).isTrue();
        disk.force();
        spare.step(0);

        LogSegment next = spare.take();
        assertThat(disk.files()).containsOnlyKeys(LogSegment.nameOf(2));
        assertThat(next.fileBytes()).isEqualTo(6 * BLOCK);
        // At the same addresses as the groups that are still there.
        next.begin(1);
        assertThat(recover(next).isEmpty()).isTrue();
        assertThat(recover(next).isBlank()).isTrue();
        commit(next, "new");
        LogSegment recovered = recover(next);
        assertThat(recovered.end()).isEqualTo(next.end()).isEqualTo(1 + BLOCK);
        SegmentReader reader = recovered.reader(1);
        assertThat(RecordCodec.decode(reader.address(), source(reader.next())))
                .isEqualTo(new LogRecord.Removed(List.of("new")));
        assertThat(reader.hasNext()).isFalse();
    }

    @Test
    void aFileThatIsTooShortIsFilled() throws IOException {
        SegmentPreallocator spare = spare(10);
        assertThat(spare.recycle(dropped(6))).isTrue();
        disk.force();
        spare.step(1);

        assertThat(spare.take().fileBytes()).isEqualTo(10 * BLOCK);
        assertThat(disk.files()).containsOnlyKeys(LogSegment.nameOf(2));
    }

    @Test
    void filesOfAnotherSizeAndTooManyAreLeftAlone() throws IOException {
        SegmentPreallocator spare = spare(8);
        assertThat(spare.recycle(dropped(3))).isFalse();
        assertThat(spare.recycle(dropped(20))).isFalse();
        assertThat(spare.recycle(dropped(8))).isTrue();
        assertThat(spare.recycle(dropped(8))).isTrue();
        assertThat(spare.recycle(dropped(8))).isFalse();
        assertThat(disk.files().keySet()).filteredOn(SegmentPreallocator::isName).hasSize(2);

        spare.close(true);
        assertThat(disk.files().keySet()).noneMatch(SegmentPreallocator::isName).hasSize(3);
    }

    private SegmentPreallocator spare(int blocks) {
        SegmentPreallocator spare = new SegmentPreallocator(disk, sequence::incrementAndGet);
        spare.want((long) blocks * BLOCK);
        return spare;
    }

    /** A segment with a group in each block. */
    private LogSegment dropped(int blocks) throws IOException {
        LogSegment segment = LogSegment.create(disk, disk.open(LogSegment.UNFINISHED, true), sequence.incrementAndGet());
        segment.begin(1);
        for (int block = 1; block < blocks; block++) {
            commit(segment, "old-" + block);
        }
        segment.close();
        return segment;
    }

    private void commit(LogSegment segment, String id) throws IOException {
        batch.restart(segment.end());
        batch.add(new LogRecord.Removed(List.of(id)));
        segment.commit(batch);
    }

    private LogSegment recover(LogSegment segment) throws IOException {
        return LogSegment.recover(disk, segment.sequence(), segment.fileBytes());
    }

    private static ByteReader source(byte[] payload) {
        return new ByteReader(payload, 0, payload.length);
    }
}
