package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.persistence.file.record.LogRecord;

class SegmentLogTest {

    @Test
    void aSegmentThatWasDroppedIsNotTrimmed() throws IOException {
        LossyDisk disk = LossyDisk.empty(1, true);
        SegmentLog log = new SegmentLog(disk, List.of(), 1, 0, StoreMaintenanceThresholds.ofLog(1, 1, 1, 1));
        log.batch().add(new LogRecord.Removed(List.of("a")));
        log.commit();
        log.beginNextIfFull();

        log.drop(1);
        log.trim();

        assertThat(log.segments()).hasSize(1);
        log.close(true);
    }

    /** Names first, then contents: a segment must not be found under a name with the header of another one. */
    @Test
    void aPowerCutAtAnyMomentLeavesSegmentsThatCanBeRead() throws IOException {
        StoreMaintenanceThresholds sizing = StoreMaintenanceThresholds.ofLog(4 * LogSegment.BLOCK_BYTES,
                4 * LogSegment.BLOCK_BYTES, 1, 1);
        int operations = 0;
        int recycled = 0;
        boolean cut = true;
        while (cut) {
            LossyDisk disk = LossyDisk.empty(operations, true);
            disk.failAfter(operations++);
            long acknowledged = 1;
            cut = false;
            try {
                SegmentLog log = new SegmentLog(disk, List.of(), 1, 0, sizing);
                for (int i = 0; i < 40; i++) {
                    acknowledged = commit(log, "i-" + i);
                    log.prepare();
                    if (log.segments().size() > 2) {
                        log.drop(log.segments().iterator().next().start());
                    }
                    log.trim();
                }
            } catch (IOException e) {
                assertThat(LossyDisk.isGone(e)).isTrue();
                cut = true;
            }
            recycled += disk.recycledFiles() > 0 ? 1 : 0;
            assertThat(endOf(disk.cutPower())).as("after %d operations", operations).isGreaterThanOrEqualTo(acknowledged);
        }
        assertThat(recycled).isGreaterThan(50);
    }

    private static long commit(SegmentLog log, String id) throws IOException {
        log.batch().add(new LogRecord.Removed(List.of(id)));
        log.commit();
        long end = log.end();
        log.beginNextIfFull();
        return end;
    }

    /** Looks into all segments, which must follow one another. */
    private static long endOf(LossyDisk disk) throws IOException {
        TreeMap<Long, LogSegment> segments = new TreeMap<>();
        for (Map.Entry<String, Long> file : disk.files().entrySet()) {
            if (LogSegment.isName(file.getKey())) {
                LogSegment segment = LogSegment.recover(disk, LogSegment.sequenceOf(file.getKey()), file.getValue());
                if (!segment.isEmpty()) {
                    segments.put(segment.start(), segment);
                }
            }
        }
        long end = segments.isEmpty() ? 1 : segments.firstKey();
        for (LogSegment segment : segments.values()) {
            assertThat(segment.start()).isEqualTo(end);
            end = segment.end();
        }
        return end;
    }
}
