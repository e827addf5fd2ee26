package dev.cairn.jq.regex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmptyRepetitionEstimatorTest {

    @ParameterizedTest
    @CsvSource(delimiter = ' ', quoteCharacter = '"', value = {
            "\\d{4}-[0-9]{2}a{30}\\.{3}\\p{L}{4} 1",
            "^(a|b)*$ 1",
            "x{0,9} 1",
            "(?:){7} 7",
            "([0-9a-f]{2}:){5} 5",
            "(a){5}(b){6} 10",
            "(?:(?:){5}(?:){6}){7} 70",
            "(?:){5,9}{6} 30",
            "^{8}\\b{9} 16",
            "()\\1{8} 8",
            "\\Q\\E{8} 8",
            "a*{8} 8",
            "a{0}{8}{9} 72",
            "\\({8}\\\\{8}\\\\^{8} 8",
            "[^]({9]{9}[\\[(]{9} 1",
            "(?:[a[)]](?:){5}[(]){6} 30",
            "(?:[\\Q]\\E)](?:){5}[(]){6} 30",
            "(?x)(?:){5}\\d{6} 30",
            "[\\p{L}&&[^\\p{Lu}]]\\x{00E9} 1",
            "(?x)\\x{1F600} 1",
            "(?:){10000000000} 2147483647",
            "(?:(?:){99999}){99999} 2147483647",
    })
    void areCounted(String text, int most) {
        assertThat(EmptyRepetitionEstimator.most(text, false)).isEqualTo(most);
    }

    @Test
    void areCountedWhereACommentHidesThem() {
        assertThat(EmptyRepetitionEstimator.most("^#[\n{5}\\d{6}", true)).isEqualTo(30);
        assertThat(EmptyRepetitionEstimator.most("(?x)^#[\n{5}\\d{6}", false)).isEqualTo(30);
        assertThat(EmptyRepetitionEstimator.most("^{2 000}", true)).isEqualTo(EmptyRepetitionEstimator.MAX_REPETITIONS);
    }
}
