package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

class LogTest {

    @Test
    void aSegmentThatWasDroppedIsNotTrimmed() throws IOException {
        LossyDisk disk = LossyDisk.empty(1, true);
        Log log = new Log(disk, List.of(), 1, 0, Sizing.ofLog(1, 1, 1, 1));
        log.batch().add(new LogRecord.Removed(List.of("a")));
        log.commit();
        log.beginNextIfFull();

        log.drop(1);
        log.trim();

        assertThat(log.segments()).hasSize(1);
        log.close(true);
    }
}
