package dev.cairn.integrations.messaging.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;

/** Messages of AsyncAPI channels become events. */
class SubscriptionMapperTest {

    private final SubscriptionMapper mapper = new SubscriptionMapper(
            new SubscriptionPlan("shop", "tracks", "application/json", ""));

    @Test
    void ordersByTheKeyOfTheMessageAndElseByItsPartitionKey() {
        assertThat(key(null, Map.of("partitionkey", "7"))).isEqualTo("7");
        assertThat(key("k", Map.of("partitionkey", "7"))).isEqualTo("k");
        assertThat(key(null, Map.of())).isNull();
    }

    private String key(String key, Map<String, String> attributes) {
        return mapper.event(new BrokerRecord("{}".getBytes(StandardCharsets.UTF_8), "application/json", attributes, Map.of(),
                new RecordOrigin("tracks", key, null, null))).key();
    }
}
