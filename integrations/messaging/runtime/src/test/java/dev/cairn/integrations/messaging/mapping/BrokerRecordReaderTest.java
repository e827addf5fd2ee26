package dev.cairn.integrations.messaging.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import dev.cairn.jq.tree.Expression;
import io.smallrye.reactive.messaging.amqp.IncomingAmqpMetadata;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;
import io.vertx.amqp.AmqpMessage;
import io.vertx.amqp.AmqpMessageBuilder;
import io.vertx.core.json.JsonObject;

class BrokerRecordReaderTest {

    @Test
    void recordsOfTopicsWithOneNameInTwoClustersHaveDifferentSources() {
        assertThat(kafka("north").origin().source()).isEqualTo("/kafka/north/orders");
        assertThat(kafka("far south").origin().source()).isEqualTo("/kafka/far%20south/orders");
    }

    @Test
    void messagesOfOneAddressAndIdAtTwoAmqpBrokersHaveDifferentSources() {
        RecordOrigin north = amqp("north", AmqpMessage.create().address("orders").id("m-1")).origin();
        RecordOrigin south = amqp("south", AmqpMessage.create().address("orders").id("m-1")).origin();

        assertThat(north).isEqualTo(new RecordOrigin("orders", null, "/amqp/north/orders", "m-1"));
        assertThat(south).isEqualTo(new RecordOrigin("orders", null, "/amqp/south/orders", "m-1"));
    }

    @Test
    void channelAndAddressStayApartInTheSource() {
        assertThat(amqp("a/b", AmqpMessage.create().address("c")).origin().source()).isEqualTo("/amqp/a%2Fb/c");
        assertThat(amqp("a", AmqpMessage.create().address("b/c")).origin().source()).isEqualTo("/amqp/a/b/c");
    }

    @Test
    void theSourceOfAnyAddressIsAUri() {
        String source = amqp("north", AmqpMessage.create().address("queue://shop orders?a#1%")).origin().source();

        assertThat(source).isEqualTo("/amqp/north/queue://shop%20orders%3Fa%231%25");
        assertThat(URI.create(source)).isNotNull();
    }

    @Test
    void anAmqpMessageWithoutAddressAndIdHasTheSourceOfItsChannelAndNoId() {
        assertThat(amqp("north", AmqpMessage.create()).origin()).isEqualTo(new RecordOrigin(null, null, "/amqp/north", null));
    }

    @Test
    void readsAttributesAndHeadersOfAmqp() {
        BrokerRecord record = amqp("north", AmqpMessage.create().groupId("g-1").contentType("text/plain")
                .applicationProperties(new JsonObject().put("cloudEvents:type", "order").put("cloudEvents_id", "e-1")
                        .put("tenant", 7)));

        assertThat(record.contentType()).isEqualTo("text/plain");
        assertThat(record.attributes()).containsOnly(entry("type", "order"), entry("id", "e-1"));
        assertThat(record.headers()).containsOnly(entry("tenant", "7"));
        assertThat(record.origin().key()).isEqualTo("g-1");
    }

    @Test
    void anEventWithoutAnIdIsRefused() {
        EventMapper mapper = new EventMapper(new EventMappingPlan(
                Map.of("type", EventMappingPlan.encode(Expression.literal(TextNode.valueOf("order"))))));
        BrokerRecord record = amqp("north", AmqpMessage.create().address("orders"));

        assertThatThrownBy(() -> mapper.event(record)).isInstanceOf(UnreadableMessageException.class)
                .hasMessage("an event needs id");
    }

    @Test
    void theSizeOfAMessageCountsItsPayloadKeyAndHeaders() {
        assertThat(kafka("north").contentBytes()).isEqualTo("payload".length() + "key".length() + "tenant".length()
                + "web".length() + "id".length() + "17".length());
        BrokerRecord large = new BrokerRecord(new byte[10], null, Map.of("id", "1".repeat(1_000)),
                Map.of("h", "2".repeat(2_000)),
                new RecordOrigin("orders", "3".repeat(3_000), null, null));
        assertThat(large.sizeBytes()).isGreaterThan(6_000).isLessThan(7_000);
    }

    private static BrokerRecord kafka(String channel) {
        ConsumerRecord<String, byte[]> record = new ConsumerRecord<>("orders", 0, 7, "key", null);
        record.headers().add("tenant", "web".getBytes(StandardCharsets.UTF_8));
        record.headers().add("ce_id", "17".getBytes(StandardCharsets.UTF_8));
        return new BrokerRecordReader(channel, new ConnectorPresence(true, false, false)).read(Message.of("payload",
                Metadata.of(new IncomingKafkaRecordMetadata<>(record, channel))));
    }

    private static BrokerRecord amqp(String channel, AmqpMessageBuilder message) {
        return new BrokerRecordReader(channel, new ConnectorPresence(false, true, false)).read(
                Message.of("{}", Metadata.of(new IncomingAmqpMetadata(message.withBody("{}").build()))));
    }
}
