package dev.cairn.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.Charset;
import java.util.Base64;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;

/** What becomes of an event's data. */
class CloudEventsTest {

    @ParameterizedTest
    @CsvSource({ "text/plain, utf-8", "text/plain; charset=iso-8859-1, iso-8859-1",
            "application/xml;charset=\"UTF-16\", utf-16" })
    void textIsReadAndWrittenInItsCharset(String contentType, String charset) {
        byte[] data = "Müller".getBytes(Charset.forName(charset));

        JsonNode tree = CloudEvents.tree(event(contentType, data));

        assertThat(tree.path("data").textValue()).isEqualTo("Müller");
        assertThat(CloudEvents.of(tree).getData().toBytes()).isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(strings = { "text/plain", "image/png" })
    void whatIsNoTextIsKeptAsItIs(String contentType) {
        byte[] data = { 'M', (byte) 0xFC };

        JsonNode tree = CloudEvents.tree(event(contentType, data));

        assertThat(tree.has("data")).isFalse();
        assertThat(tree.path("data_base64").textValue()).isEqualTo(Base64.getEncoder().encodeToString(data));
        assertThat(CloudEvents.of(tree).getData().toBytes()).isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(strings = { "application/json", "text/plain", "image/png" })
    void noBytesAreNoData(String contentType) {
        assertThat(CloudEvents.tree(event(contentType, new byte[0])).properties()).extracting(member -> member.getKey())
                .doesNotContain("data", "data_base64");
    }

    @Test
    void whatSaysItIsJsonHasToBe() {
        assertThatThrownBy(() -> CloudEvents.tree(event("application/json", new byte[] { '{' })))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("datacontenttype");
    }

    private static CloudEvent event(String contentType, byte[] data) {
        return CloudEventBuilder.v1().withId("1").withSource(URI.create("/shop")).withType("order")
                .withData(contentType, data).build();
    }
}
