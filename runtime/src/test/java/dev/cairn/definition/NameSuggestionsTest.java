package dev.cairn.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameSuggestionsTest {

    private static final List<String> KNOWN = List.of("call", "set", "switch", "timeout", "endpoint");

    @ParameterizedTest
    @CsvSource({ "sett, set", "SET, set", "swicth, switch", "swtch, switch", "timout, timeout", "endPoint, endpoint",
            "cal, call",
            "frobnicate,", "xyz,", "''," })
    void theNearestNameIsFoundIfItIsNear(String name, String expected) {
        assertThat(NameSuggestions.nearest(name, KNOWN)).isEqualTo(expected);
    }

    @Test
    void theFirstOfSeveralNearOnesWins() {
        assertThat(NameSuggestions.nearest("caat", List.of("boat", "coat", "cast"))).isEqualTo("coat");
    }

    @Test
    void aLongNameIsNotCompared() {
        assertThat(NameSuggestions.nearest("x".repeat(101), List.of("x".repeat(100)))).isNull();
    }

    @Test
    void aSuggestionIsASentence() {
        assertThat(NameSuggestions.didYouMean("sett", KNOWN)).isEqualTo("Did you mean \"set\"?");
        assertThat(NameSuggestions.didYouMean("zzz", KNOWN)).isNull();
    }

    @Test
    void ofManyNamesTheFirstAreSaid() {
        List<String> names = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
        assertThat(NameSuggestions.first(names)).isEqualTo("a, b, c, d, e, f, g, h, i, j");
        assertThat(NameSuggestions.first(Stream.concat(names.stream(), Stream.of("k")).toList()))
                .isEqualTo("a, b, c, d, e, f, g, h, i, j…");
    }
}
