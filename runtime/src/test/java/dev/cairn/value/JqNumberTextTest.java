package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

/** Numbers as text. The right column is what jq 1.8 prints for the left one plus zero. */
class JqNumberTextTest {

    @ParameterizedTest
    @CsvSource({ "5.0, 5", "-5.0, -5", "0.0, 0", "-0.0, -0", "0.5, 0.5", "20000010.0, 20000010", "2.000001E7, 20000010",
            "1e-05, 1e-05", "0.0001, 0.0001", "1.5e-7, 1.5e-07", "1e15, 1000000000000000", "1e16, 1e+16",
            "1.5e16, 15000000000000000", "1.2345678901234567e30, 1234567890123456700000000000000",
            "1.5e300, 1.5e+300", "1e300, 1e+300", "123456789.125, 123456789.125", "1e999, 1.7976931348623157e+308",
            "12345678901234567890123, 12345678901234567890123", "-42, -42", "9007199254740993, 9007199254740993" })
    void areTheSameInTextAndJson(String number, String printed) {
        JsonNode value = JsonCodec.read(number);

        assertThat(JqValues.toText(value)).isEqualTo(printed);
        assertThat(JqValues.scalarText(value)).isEqualTo(printed);
        assertThat(JsonCodec.writeAsJq(JsonCodec.read("{\"n\": [" + number + "]}"))).asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"n\":[" + printed + "]}");
    }

    @ParameterizedTest
    @CsvSource({ "5.0, 5.0", "1e17, 1.0E17", "-0.0, -0.0" })
    void keepTheirFractionWhereTheyAreStored(String number, String stored) {
        assertThat(JsonCodec.write(JsonCodec.read(number))).asString(StandardCharsets.UTF_8).isEqualTo(stored);
        assertThat(JsonCodec.readWritten(JsonCodec.write(JsonCodec.read(number)))).isEqualTo(JsonCodec.read(number));
    }

    @Test
    void giveTheSameDoubleAgain() {
        Random random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(JqNumberText.text(value))).isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "{\"a\": 5.0}", "[1E3]", "[-0]", "{\"n\" : -1.5e-7, \"t\": true}", "20000010.0" })
    void areWrittenAnewInATextThatHasOtherForms(String text) {
        byte[] given = text.getBytes(StandardCharsets.UTF_8);

        assertThat(JsonPayload.of(JsonCodec.read(given), given).jqText()).isEqualTo(JsonCodec.writeAsJq(JsonCodec.read(given)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "{ \"a.e\": [1, -20, true, false, null]}", "\"5.0 \\\" 1e3\"", "{\"5.0\": \"\\\\\", \"b\": 1}",
            "0" })
    void leaveATextWithoutSuchAsItIs(String text) {
        byte[] given = text.getBytes(StandardCharsets.UTF_8);

        assertThat(JsonPayload.of(JsonCodec.read(given), given).jqText()).isSameAs(given);
    }
}
