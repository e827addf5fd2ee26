package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.StoreException;

class ReaderThreadTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** One journal that is larger than the memory: reading it has broken nothing. */
    @Test
    void whatCannotBeReadFailsForWhoeverAskedAlone() {
        StoreFailureState health = new StoreFailureState("here");
        ReaderThread reader = new ReaderThread(health);
        reader.start();
        assertThatThrownBy(() -> reader.submit(() -> {
            throw new OutOfMemoryError("too large");
        }).await().atMost(PATIENCE)).hasStackTraceContaining("too large");
        assertThat(health.good()).isTrue();
        assertThat(reader.submit(() -> "next").await().atMost(PATIENCE)).isEqualTo("next");
        reader.stop(new StoreException("closed", true, null));
    }
}
