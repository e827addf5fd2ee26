package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class HeldCallsTest {

    private final HeldCalls<String> calls = new HeldCalls<>();

    @Test
    void holdsTheCallThatTheWantedNumberOfOthersPrecedes() {
        assertThat(calls.holds("a")).isFalse();
        CompletableFuture<String> held = calls.holdAfter(1);
        assertThat(calls.holds("b")).isFalse();
        assertThat(held).isNotDone();
        assertThat(calls.holds("c")).isTrue();
        assertThat(held).isCompletedWithValue("c");
        assertThat(calls.holds("c")).isFalse();

        assertThat(calls.all()).containsExactly("a", "b", "c", "c");
        assertThat(calls.held()).containsExactly("c");
        assertThat(calls.repeated()).containsExactly("c");
    }
}
