package dev.cairn.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

class ExceptionMessageFormatterTest {

    @Test
    void hasNoFullStopAtItsEnd() {
        assertThat(ExceptionMessageFormatter.of(new IllegalStateException("The disk is full. See to it.")))
                .isEqualTo("The disk is full. See to it");
        assertThat(ExceptionMessageFormatter.of(new IllegalStateException("The disk is full"))).isEqualTo("The disk is full");
        assertThat(ExceptionMessageFormatter.of(new IllegalStateException("Waiting... "))).isEqualTo("Waiting...");
    }

    @Test
    void namesAFailureWithoutAMessage() {
        assertThat(ExceptionMessageFormatter.of(new TimeoutException())).isEqualTo("TimeoutException");
        assertThat(ExceptionMessageFormatter.of(new IllegalStateException(" "))).isEqualTo("IllegalStateException");
    }
}
