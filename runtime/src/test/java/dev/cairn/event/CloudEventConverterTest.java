package dev.cairn.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.ValueException;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;

/** The forms of an event's data. */
class CloudEventConverterTest {

    @ParameterizedTest
    @CsvSource({ "text/plain, utf-8", "text/plain; charset=iso-8859-1, iso-8859-1",
            "application/xml;charset=\"UTF-16\", utf-16" })
    void textIsReadAndWrittenInItsCharset(String contentType, String charset) {
        byte[] data = "Müller".getBytes(Charset.forName(charset));

        JsonNode tree = CloudEventConverter.tree(event(contentType, data));

        assertThat(tree.path("data").textValue()).isEqualTo("Müller");
        assertThat(CloudEventConverter.of(tree).getData().toBytes()).isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(strings = { "text/plain", "image/png" })
    void whatIsNoTextIsKeptAsItIs(String contentType) {
        byte[] data = { 'M', (byte) 0xFC };

        JsonNode tree = CloudEventConverter.tree(event(contentType, data));

        assertThat(tree.has("data")).isFalse();
        assertThat(tree.path("data_base64").textValue()).isEqualTo(Base64.getEncoder().encodeToString(data));
        assertThat(CloudEventConverter.of(tree).getData().toBytes()).isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(strings = { "application/json", "text/plain", "image/png" })
    void noBytesAreNoData(String contentType) {
        assertThat(CloudEventConverter.tree(event(contentType, new byte[0])).properties()).extracting(member -> member.getKey())
                .doesNotContain("data", "data_base64");
    }

    @Test
    void whatSaysItIsJsonHasToBe() {
        assertThatThrownBy(() -> CloudEventConverter.tree(event("application/json", new byte[] { '{' })))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("datacontenttype");
    }

    @ParameterizedTest
    @CsvSource({ "application/json; charset=ISO-8859-1, ISO-8859-1", "application/json;charset=utf-16, UTF-16" })
    void jsonIsReadAndWrittenInItsCharset(String contentType, String charset) {
        byte[] data = "{\"name\":\"Müller\"}".getBytes(Charset.forName(charset));

        JsonNode tree = CloudEventConverter.tree(event(contentType, data));

        assertThat(tree.path("data").path("name").textValue()).isEqualTo("Müller");
        assertThat(CloudEventConverter.of(tree).getData().toBytes()).isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(strings = { "text/plain; charset=ISO-8859-1", "application/json; charset=us-ascii",
            "text/plain; charset=x-none" })
    void anEventWhoseDataItsCharsetWouldLoseIsNone(String contentType) {
        ObjectNode tree = (ObjectNode) CloudEventConverter.tree(event("text/plain", "5 €".getBytes(StandardCharsets.UTF_8)));
        tree.put("datacontenttype", contentType);

        assertThatThrownBy(() -> CloudEventConverter.of(tree)).isInstanceOf(ValueException.class)
                .hasMessageContaining("charset");
    }

    @Test
    void numbersAreWrittenAsJqPrintsThem() {
        JsonNode tree = CloudEventConverter
                .tree(event("application/json", "[20000010.0, 5.0, 1e-05]".getBytes(StandardCharsets.UTF_8)));

        assertThat(CloudEventConverter.of(tree).getData().toBytes()).asString(StandardCharsets.UTF_8)
                .isEqualTo("[20000010,5,1e-05]");
    }

    private static CloudEvent event(String contentType, byte[] data) {
        return CloudEventBuilder.v1().withId("1").withSource(URI.create("/shop")).withType("order")
                .withData(contentType, data).build();
    }
}
