package dev.cairn.integrations.messaging.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.junit.jupiter.api.Test;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import io.smallrye.reactive.messaging.rabbitmq.OutgoingRabbitMQMetadata;

class RabbitMqRecordReaderTest {

    @Test
    void readsPropertiesAndHeaders() {
        BrokerRecord record = read("north", message().withMessageId("m-1").withContentType("application/json")
                .withHeader("tenant", "web").withHeader("count", 3).withRoutingKey("orders.placed"));

        assertThat(record.body()).asString().isEqualTo("{}");
        assertThat(record.contentType()).isEqualTo("application/json");
        assertThat(record.attributes()).isEmpty();
        assertThat(record.headers()).containsOnly(entry("tenant", "web"), entry("count", "3"));
        assertThat(record.origin()).isEqualTo(new RecordOrigin("orders.placed", null, "/rabbitmq/north", "m-1"));
    }

    @Test
    void readsAttributesOfCloudEvents() {
        BrokerRecord record = read("north", message().withHeader("cloudEvents:type", "order")
                .withHeader("cloudEvents_source", "/web").withHeader("tenant", "web"));

        assertThat(record.attributes()).containsOnly(entry("type", "order"), entry("source", "/web"));
        assertThat(record.headers()).containsOnly(entry("tenant", "web"));
    }

    @Test
    void aMessageWithoutPropertiesHasTheSourceOfItsChannelAndNoId() {
        assertThat(read("far south", message()).origin())
                .isEqualTo(new RecordOrigin(null, null, "/rabbitmq/far%20south", null));
    }

    @Test
    void aMessageThatComesAgainByADeadLetterExchangeKeepsItsSourceAndId() {
        RecordOrigin first = read("north", message().withMessageId("m-1").withRoutingKey("orders.placed")).origin();
        RecordOrigin second = read("north", message().withMessageId("m-1").withRoutingKey("retry")).origin();

        assertThat(second.source()).isEqualTo(first.source());
        assertThat(second.id()).isEqualTo(first.id());
    }

    private static OutgoingRabbitMQMetadata.Builder message() {
        return OutgoingRabbitMQMetadata.builder().withTimestamp(ZonedDateTime.of(2026, 11, 1, 10, 0, 0, 0, ZoneOffset.UTC));
    }

    /** Reads a message as the connector delivers it. */
    private static BrokerRecord read(String channel, OutgoingRabbitMQMetadata.Builder message) {
        return new BrokerRecordReader(channel, new ConnectorPresence(false, false, true)).read(Message.of("{}".getBytes(),
                Metadata.of(message.build().toIncomingMetadata("shop", false))));
    }
}
