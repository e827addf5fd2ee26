package dev.cairn.value;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

class JsonCodecTest {

    /** Also those that UTF-8 has no bytes for: surrogates without their other half. */
    @ParameterizedTest
    @ValueSource(strings = { "", "\"\\\u0000\n", "ключ", "😀", "a😀b", "𠀀", "k\ud800", "\ud800", "\udc00k", "\ud800\ud800",
            "\udc00\ud800" })
    void whatIsWrittenIsReadAgain(String text) {
        ObjectNode value = JsonNodeFactory.instance.objectNode().put("before", 1).put(text, text);
        byte[] written = JsonCodec.write(value);
        assertThat(JsonCodec.read(written)).isEqualTo(value);
        assertThat(JsonCodec.readWritten(written)).isEqualTo(value);
        byte[] amid = ("x" + new String(written, UTF_8) + "y").getBytes(UTF_8);
        assertThat(JsonCodec.readWritten(amid, 1, written.length)).isEqualTo(value);
        assertThat(PartIndexedJsonTextTest.joined(PartIndexedJsonText.of(value, 1).pieces())).isEqualTo(written);
    }

    @Test
    void aPairOfSurrogatesIsWrittenAsTheCharacterThatItIs() {
        assertThat(JsonCodec.write(JsonNodeFactory.instance.objectNode().put("😀", "😀")))
                .isEqualTo("{\"😀\":\"😀\"}".getBytes(UTF_8));
    }

    /** As others write it, and as Cairn did. */
    @Test
    void namesMayHaveEscapedSurrogates() {
        byte[] text = "{\"a\\uD83D\\ude00\":{\"\\ud83d\":\"ü\"}}".getBytes(UTF_8);
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        value.putObject("a😀").put("\ud83d", "ü");
        assertThat(JsonCodec.read(text)).isEqualTo(value);
        assertThat(JsonCodec.readWritten(text)).isEqualTo(value);
    }

    @Test
    void whatIsNoJsonIsRefusedWhateverItsNamesAre() {
        String named = "{\"\\ud83d\\ude00\":1";
        for (String text : new String[] { named, named + "}}", named + ",}",
                "[" + "[".repeat(ValueDepthLimits.MAX_DEPTH) + named + "}" }) {
            assertThatThrownBy(() -> JsonCodec.read(text.getBytes(UTF_8))).as(text).isInstanceOf(ValueException.class)
                    .hasMessageStartingWith("Not valid JSON");
        }
        byte[] notUtf8 = (named + ",\"ü\":2}").getBytes(ISO_8859_1);
        assertThatThrownBy(() -> JsonCodec.read(notUtf8)).isInstanceOf(ValueException.class);
    }

    /** Overlong forms, surrogates, numbers beyond Unicode, and what is cut off. */
    @ParameterizedTest
    @ValueSource(strings = { "c080", "c1bf", "e08080", "e09fbf", "f0808080", "f08fbfbf", "eda080", "edbfbf", "eda0bdedb880",
            "f4908080",
            "f5808080", "f8888080", "fc8480808080", "fe", "ff", "80", "bf", "c3", "e282", "f09f98", "c322", "e28222",
            "f09f9822" })
    void whatIsNoUtf8IsRefusedWithItsPlace(String hex) {
        byte[] malformed = HexFormat.of().parseHex(hex);
        for (String before : List.of("", "k", "1234567", "12345678", "ü", "€", "😀", "x".repeat(5_000), "ü".repeat(1_001))) {
            for (String text : List.of("[\"%s\u0000\"]", "{\"%s\u0000\": 1}", "{\"a\": {\"\\ud83d\": \"%s\u0000\"}}")) {
                String[] around = text.formatted(before).split("\u0000");
                byte[] bytes = joined(around[0].getBytes(UTF_8), malformed, around[1].getBytes(UTF_8));
                String message = "Not valid JSON: byte " + around[0].getBytes(UTF_8).length
                        + " (from 0) begins no character of UTF-8";
                assertThatThrownBy(() -> JsonCodec.read(bytes)).isInstanceOf(ValueException.class).hasMessage(message);
                assertThatThrownBy(() -> JsonCodec.readExact(bytes)).isInstanceOf(ValueException.class).hasMessage(message);
                // As answers of services and data of events are read.
                assertThatThrownBy(() -> BodyMediaType.of("application/json").decodeJson(bytes)).hasMessage(message);
            }
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** The JDK's decoder is as strict. */
    @Test
    void eachCharacterIsReadAndNothingElse() {
        for (int character = 0x80; character <= Character.MAX_CODE_POINT; character += character < 0x3000 ? 1 : 7) {
            if (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE) {
                byte[] text = ("x" + Character.toString(character)).getBytes(UTF_8);
                assertThat(Utf8Check.firstMalformed(text, 0, text.length)).isEqualTo(-1);
            }
        }
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[4];
            random.nextBytes(bytes);
            bytes[0] |= (byte) 0xC0;
            if (i % 2 == 0) {
                bytes[1] = (byte) (bytes[1] & 0x3F | 0x80);
                bytes[2] = (byte) (bytes[2] & 0x3F | 0x80);
            }
            assertThat(Utf8Check.firstMalformed(bytes, 0, bytes.length) < 0).as(HexFormat.of().formatHex(bytes))
                    .isEqualTo(isUtf8(bytes));
        }
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    /** It was taken in before there was the check. */
    @Test
    void whatAJournalHasIsReadAsItWas() {
        byte[] overlong = { '"', (byte) 0xC1, (byte) 0x81, '"' };
        assertThat(JsonCodec.readWritten(overlong).textValue()).isEqualTo("A");
    }
}
