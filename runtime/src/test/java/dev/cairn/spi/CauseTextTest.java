package dev.cairn.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

class CauseTextTest {

    @Test
    void hasNoFullStopAtItsEnd() {
        assertThat(CauseText.of(new IllegalStateException("The disk is full. See to it.")))
                .isEqualTo("The disk is full. See to it");
        assertThat(CauseText.of(new IllegalStateException("The disk is full"))).isEqualTo("The disk is full");
        assertThat(CauseText.of(new IllegalStateException("Waiting... "))).isEqualTo("Waiting...");
    }

    @Test
    void namesAFailureWithoutAMessage() {
        assertThat(CauseText.of(new TimeoutException())).isEqualTo("TimeoutException");
        assertThat(CauseText.of(new IllegalStateException(" "))).isEqualTo("IllegalStateException");
    }
}
