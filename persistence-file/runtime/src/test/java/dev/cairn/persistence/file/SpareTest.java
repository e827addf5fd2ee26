package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.persistence.file.FaultyDisk.Operation;

class SpareTest {

    /** That of the zeros, of the header, and of the name. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3 })
    void oneThatCannotBeForcedLeavesNothingAndAnotherCanBeMade(int nth) throws IOException {
        LossyDisk lossy = LossyDisk.empty(1, true);
        Spare spare = new Spare(new FaultyDisk(lossy, Operation.FORCE, nth, false), () -> 1);
        spare.want(Segment.BLOCK_BYTES);
        spare.step();
        assertThat(spare.take()).isNull();
        assertThat(lossy.files()).isEmpty();

        spare.want(Segment.BLOCK_BYTES);
        spare.step();
        assertThat(spare.take().name()).isEqualTo(Segment.nameOf(1));
        spare.close(true);
    }
}
