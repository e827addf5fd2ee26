package dev.cairn.value;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

class JsonTest {

    /** Also those that UTF-8 has no bytes for: surrogates without their other half. */
    @ParameterizedTest
    @ValueSource(strings = { "", "\"\\\u0000\n", "ключ", "😀", "a😀b", "𠀀", "k\ud800", "\ud800", "\udc00k", "\ud800\ud800",
            "\udc00\ud800" })
    void whatIsWrittenIsReadAgain(String text) {
        ObjectNode value = JsonNodeFactory.instance.objectNode().put("before", 1).put(text, text);
        byte[] written = Json.write(value);
        assertThat(Json.read(written)).isEqualTo(value);
        assertThat(Json.readWritten(written)).isEqualTo(value);
        byte[] amid = ("x" + new String(written, UTF_8) + "y").getBytes(UTF_8);
        assertThat(Json.readWritten(amid, 1, written.length)).isEqualTo(value);
        assertThat(JsonTextTest.joined(JsonText.of(value, 1).pieces())).isEqualTo(written);
    }

    @Test
    void aPairOfSurrogatesIsWrittenAsTheCharacterThatItIs() {
        assertThat(Json.write(JsonNodeFactory.instance.objectNode().put("😀", "😀")))
                .isEqualTo("{\"😀\":\"😀\"}".getBytes(UTF_8));
    }

    /** As others write it, and as Cairn did. */
    @Test
    void namesMayHaveEscapedSurrogates() {
        byte[] text = "{\"a\\uD83D\\ude00\":{\"\\ud83d\":\"ü\"}}".getBytes(UTF_8);
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        value.putObject("a😀").put("\ud83d", "ü");
        assertThat(Json.read(text)).isEqualTo(value);
        assertThat(Json.readWritten(text)).isEqualTo(value);
    }

    @Test
    void whatIsNoJsonIsRefusedWhateverItsNamesAre() {
        String named = "{\"\\ud83d\\ude00\":1";
        for (String text : new String[] { named, named + "}}", named + ",}",
                "[" + "[".repeat(Values.MAX_DEPTH) + named + "}" }) {
            assertThatThrownBy(() -> Json.read(text.getBytes(UTF_8))).as(text).isInstanceOf(ValueException.class)
                    .hasMessageStartingWith("Not valid JSON");
        }
        byte[] notUtf8 = (named + ",\"ü\":2}").getBytes(ISO_8859_1);
        assertThatThrownBy(() -> Json.read(notUtf8)).isInstanceOf(ValueException.class);
    }
}
