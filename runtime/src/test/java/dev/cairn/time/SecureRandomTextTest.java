package dev.cairn.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A text that cannot be guessed is another one each time. */
class SecureRandomTextTest {

    @Test
    void noTwoAreEqual() {
        String first = SecureRandomText.draw();

        assertThat(first).matches("[0-9a-f]{32}");
        assertThat(SecureRandomText.draw()).hasSameSizeAs(first).isNotEqualTo(first);
    }
}
