package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigDecimal;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

class DslDurationParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            P1Y                        | 31536000000
            P1M                        | 2592000000
            P1W                        | 604800000
            P1D                        | 86400000
            PT1H                       | 3600000
            PT1M                       | 60000
            PT1S                       | 1000
            PT0S                       | 0
            P0.5D                      | 43200000
            PT0.5S                     | 500
            PT0,25S                    | 250
            PT1.0001S                  | 1001
            P1Y2M3W4DT5H6M7.5S         | 38898367500
            P1M1DT1M                   | 2678460000
            PT36H                      | 129600000
            PT9223372036854775.807S    | 9223372036854775807
            """)
    void isoLiterals(String text, long millis) {
        assertThat(DslDurationParser.millis(TextNode.valueOf(text))).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"days": 1}                                  | 86400000
            {"hours": 2}                                 | 7200000
            {"minutes": 3}                               | 180000
            {"seconds": 4}                               | 4000
            {"milliseconds": 5}                          | 5
            {"days": 1, "hours": 1, "milliseconds": 1}   | 90000001
            {"seconds": 0}                               | 0
            {"seconds": 1.5}                             | 1500
            {"milliseconds": 0.1}                        | 1
            {"milliseconds": 9223372036854775807}        | 9223372036854775807
            """)
    void objects(String json, long millis) throws Exception {
        assertThat(DslDurationParser.millis(new ObjectMapper().readTree(json))).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", " ", "P", "PT", "P1", "1H", "P1DT", "PT1D", "P1H", "PT1S1M", "+PT1S", "pt1s",
            "PT1S ", "-P", "P-", "PT-", "P-T", "P1-2D", "PT5M-", "PT.5S", "PT1.S", "PT1e3S", "P1D1D", "PT1Y", "soon",
            "${ .x }" })
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> DslDurationParser.millis(TextNode.valueOf(text))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"" + text + "\" is no ISO 8601 duration such as \"PT5M\" or \"P1DT12H\"");
    }

    @ParameterizedTest
    @ValueSource(strings = { "-PT1S", "PT-1S", "PT-1M-30S" })
    void negativeTextIsRefused(String text) {
        assertThatThrownBy(() -> DslDurationParser.millis(TextNode.valueOf(text))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The duration " + text + " is negative");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"second": 1}     | A duration has days, hours, minutes, seconds and milliseconds, not "second"
            {"weeks": 1}      | A duration has days, hours, minutes, seconds and milliseconds, not "weeks"
            {"seconds": -1}   | The seconds of a duration are a number of at least 0, not -1
            {"seconds": "1"}  | The seconds of a duration are a number of at least 0, not "1"
            {"seconds": null} | The seconds of a duration are a number of at least 0, not null
            {}                | A duration is an ISO 8601 literal such as "PT5M" or an object such as {"minutes": 5}, not {}
            5                 | A duration is an ISO 8601 literal such as "PT5M" or an object such as {"minutes": 5}, not 5
            null              | A duration is an ISO 8601 literal such as "PT5M" or an object such as {"minutes": 5}, not null
            [1]               | A duration is an ISO 8601 literal such as "PT5M" or an object such as {"minutes": 5}, not [1]
            """)
    void otherJsonIsRefused(String json, String message) throws Exception {
        JsonNode value = new ObjectMapper().readTree(json);

        assertThatThrownBy(() -> DslDurationParser.millis(value)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(doubles = { Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.1 })
    void numbersThatAreNoLengthAreRefused(double seconds) {
        JsonNode value = JsonNodeFactory.instance.objectNode().put("seconds", seconds);

        assertThatThrownBy(() -> DslDurationParser.millis(value)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The seconds of a duration are a number of at least 0, not ");
    }

    @ParameterizedTest
    @ValueSource(strings = { "P300000000Y", "PT9223372036854775.808S", "P99999999999999999999D" })
    void whatDoesNotFitIsRefused(String text) {
        assertThatThrownBy(() -> DslDurationParser.millis(TextNode.valueOf(text))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The duration " + text + " is too long or too exact");
    }

    @ParameterizedTest
    @ValueSource(strings = { "1e999999999", "1e-999999999" })
    void numbersThatWouldTakeForeverAreAnsweredAtOnce(String number) {
        JsonNode value = JsonNodeFactory.instance.objectNode().put("days", 1).set("seconds",
                DecimalNode.valueOf(new BigDecimal(number)));

        assertTimeoutPreemptively(Duration.ofSeconds(5),
                () -> assertThatThrownBy(() -> DslDurationParser.millis(value)).isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void aMillionDigitsAreAnsweredAtOnce() {
        JsonNode value = TextNode.valueOf("PT" + "9".repeat(1_000_000) + "S");

        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> assertThatThrownBy(() -> DslDurationParser.millis(value))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("too long")
                .hasMessageNotContaining("9".repeat(100)));
    }
}
