package dev.cairn.engine.port;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A token is there as long as a request with it waits. */
class CallerTokenRegistryTest {

    private final CallerTokenRegistry callers = new CallerTokenRegistry();

    @Test
    void theTokenStaysWhileAnyRequestWithItWaits() {
        assertThat(callers.keep("a", "token")).isTrue();
        assertThat(callers.keep("a", "token")).isTrue();

        callers.drop("a");
        assertThat(callers.token("a")).isEqualTo("token");
        callers.drop("a");
        assertThat(callers.token("a")).isNull();
    }

    @Test
    void anotherTokenDoesNotTakeItsPlace() {
        callers.keep("a", "token");

        assertThat(callers.keep("a", "other")).isFalse();
        assertThat(callers.token("a")).isEqualTo("token");
        assertThat(callers.keep("b", "other")).isTrue();
        assertThat(callers.token("b")).isEqualTo("other");
    }
}
