package dev.cairn.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of servers become one line. */
class TextExcerptTest {

    @ParameterizedTest
    @CsvSource({ "abcde,abcde", "abcdef,abcde…", "'  a\\n\\t b ',a b", "'abcde  ',abcde", "'',''", "'a\\0\\rb',a b",
            "abcd😀,abcd…",
            "abc😀,abc😀", "abc😀e,abc😀…" })
    void isTheBeginningOfAText(String text, String excerpt) {
        assertThat(TextExcerpt.of(text.translateEscapes(), 5)).isEqualTo(excerpt);
    }
}
