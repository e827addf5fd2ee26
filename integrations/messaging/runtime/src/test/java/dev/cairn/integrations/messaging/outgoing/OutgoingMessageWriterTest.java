package dev.cairn.integrations.messaging.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Map;

import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.reactive.messaging.amqp.OutgoingAmqpMetadata;
import io.smallrye.reactive.messaging.ce.OutgoingCloudEventMetadata;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import io.smallrye.reactive.messaging.rabbitmq.OutgoingRabbitMQMetadata;

/** The metadata of messages, as the connectors of an application read them. */
class OutgoingMessageWriterTest {

    private static final ConnectorPresence ALL = new ConnectorPresence(true, true, true);

    private final CloudEvent event = CloudEventBuilder.v1().withId("e-1").withSource(URI.create("/shop")).withType("order")
            .withSubject("o-1").withTime(OffsetDateTime.parse("2026-11-01T10:00:00Z")).withDataContentType("application/json")
            .withData("{}".getBytes(StandardCharsets.UTF_8)).withExtension("partitionkey", "k-1").build();

    @Test
    void anEventInBinaryModeHasItsAttributesAsHeaders() {
        Metadata metadata = writer(false, ALL).metadata(event);

        assertThat(metadata).filteredOn(OutgoingCloudEventMetadata.class::isInstance).hasSize(1);
        assertThat(metadata.get(OutgoingKafkaRecordMetadata.class).orElseThrow().getKey()).isEqualTo("k-1");
        OutgoingAmqpMetadata amqp = metadata.get(OutgoingAmqpMetadata.class).orElseThrow();
        assertThat(amqp.getMessageId()).isEqualTo("e-1");
        assertThat(amqp.getGroupId()).isEqualTo("k-1");
        OutgoingRabbitMQMetadata rabbit = metadata.get(OutgoingRabbitMQMetadata.class).orElseThrow();
        assertThat(rabbit.getMessageId()).isEqualTo("e-1");
        assertThat(rabbit.getContentType()).isEqualTo("application/json");
        assertThat(rabbit.getDeliveryMode()).isEqualTo(2);
        assertThat(rabbit.getRoutingKey()).isNull();
        assertThat(rabbit.getHeaders()).containsOnly(entry("cloudEvents:specversion", "1.0"), entry("cloudEvents:id", "e-1"),
                entry("cloudEvents:source", "/shop"), entry("cloudEvents:type", "order"), entry("cloudEvents:subject", "o-1"),
                entry("cloudEvents:time", "2026-11-01T10:00:00Z"), entry("cloudEvents:partitionkey", "k-1"));
    }

    @Test
    void anEventInStructuredModeHasTheContentTypeOfEvents() {
        Metadata metadata = writer(true, ALL).metadata(event);

        assertThat(metadata).noneMatch(OutgoingCloudEventMetadata.class::isInstance);
        assertThat(
                metadata.get(OutgoingKafkaRecordMetadata.class).orElseThrow().getHeaders().lastHeader("content-type").value())
                .asString().startsWith("application/cloudevents+json");
        assertThat(metadata.get(OutgoingAmqpMetadata.class).orElseThrow().getContentType())
                .startsWith("application/cloudevents+json");
        OutgoingRabbitMQMetadata rabbit = metadata.get(OutgoingRabbitMQMetadata.class).orElseThrow();
        assertThat(rabbit.getContentType()).startsWith("application/cloudevents+json");
        assertThat(rabbit.getHeaders()).isEmpty();
    }

    /** Without a content type of the message, a receiver would take them for octets. */
    @Test
    void dataWithoutAContentTypeAreJson() {
        CloudEvent bare = CloudEventBuilder.v1(event).withDataContentType(null).build();
        CloudEvent empty = CloudEventBuilder.v1(bare).withoutData().build();

        assertThat(rabbit(false, bare).getContentType()).isEqualTo("application/json");
        assertThat(rabbit(false, empty).getContentType()).isNull();
    }

    /** AMQP 0-9-1 allows 255 bytes: the client refuses a message with a longer id. */
    @Test
    void anIdThatRabbitMqCannotHoldIsAHeaderAlone() {
        CloudEvent longest = CloudEventBuilder.v1(event).withId("é".repeat(127) + "x").build();
        CloudEvent tooLong = CloudEventBuilder.v1(event).withId("é".repeat(128)).build();

        assertThat(rabbit(true, longest).getMessageId()).isEqualTo(longest.getId());
        assertThat(rabbit(true, tooLong).getMessageId()).isNull();
        assertThat(rabbit(false, tooLong).getMessageId()).isNull();
        assertThat(rabbit(false, tooLong).getHeaders()).containsEntry("cloudEvents:id", tooLong.getId());
    }

    @Test
    void anotherMessageHasItsHeadersAndId() {
        PublishedMessage message = new PublishedMessage("m-1", new byte[0], "text/plain", Map.of("tenant", "web"));
        Metadata metadata = writer(false, ALL).metadata(message, NullNode.instance);

        assertThat(metadata.get(OutgoingKafkaRecordMetadata.class).orElseThrow().getHeaders().lastHeader("tenant").value())
                .asString().isEqualTo("web");
        assertThat(metadata.get(OutgoingAmqpMetadata.class).orElseThrow().getMessageId()).isEqualTo("m-1");
        OutgoingRabbitMQMetadata rabbit = metadata.get(OutgoingRabbitMQMetadata.class).orElseThrow();
        assertThat(rabbit.getMessageId()).isEqualTo("m-1");
        assertThat(rabbit.getContentType()).isEqualTo("text/plain");
        assertThat(rabbit.getHeaders()).containsOnly(entry("tenant", "web"));
    }

    @Test
    void anApplicationWithoutConnectorsHasTheAttributesAlone() {
        assertThat(writer(false, ConnectorPresence.NONE).metadata(event)).singleElement()
                .isInstanceOf(OutgoingCloudEventMetadata.class);
    }

    private static OutgoingRabbitMQMetadata rabbit(boolean structured, CloudEvent event) {
        return writer(structured, ALL).metadata(event).get(OutgoingRabbitMQMetadata.class).orElseThrow();
    }

    private static OutgoingMessageWriter writer(boolean structured, ConnectorPresence connectors) {
        OutgoingChannelPlan plan = new OutgoingChannelPlan();
        plan.setStructured(structured);
        return new OutgoingMessageWriter(plan, connectors);
    }
}
