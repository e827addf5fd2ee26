package dev.cairn.integrations.messaging.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.junit.jupiter.api.Test;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;

class BrokerRecordReaderTest {

    @Test
    void recordsOfTopicsWithOneNameInTwoClustersHaveDifferentSources() {
        assertThat(kafka("north").origin().source()).isEqualTo("/kafka/north/orders");
        assertThat(kafka("far south").origin().source()).isEqualTo("/kafka/far%20south/orders");
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
        return new BrokerRecordReader(channel, true, false).read(Message.of("payload",
                Metadata.of(new IncomingKafkaRecordMetadata<>(record, channel))));
    }
}
