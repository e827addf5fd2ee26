package dev.cairn.integrations.messaging.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import io.cloudevents.CloudEvent;

class EventMapperTest {

    private static final Map<String, String> ATTRIBUTES = Map.of("specversion", "1.0", "id", "e-1", "source", "/web", "type",
            "order");

    private final EventMapper mapper = new EventMapper(new EventMappingPlan(Map.of()));

    /** The binding of Kafka allows a sender to write the attributes as headers of a structured message too. */
    @Test
    void theContentTypeTellsAStructuredEventThatHasItsAttributesAsHeadersToo() {
        CloudEvent event = event("application/cloudevents+json; charset=UTF-8",
                "{\"specversion\":\"1.0\",\"id\":\"e-1\",\"source\":\"/web\",\"type\":\"order\",\"tenant\":\"t-1\","
                        + "\"data\":{\"n\":1}}");

        assertThat(event.getId()).isEqualTo("e-1");
        assertThat(event.getExtension("tenant")).isEqualTo("t-1");
        assertThat(event.getDataContentType()).isNotEqualTo("application/cloudevents+json; charset=UTF-8");
        assertThat(data(event)).isEqualTo("{\"n\":1}");
    }

    @Test
    void attributesMakeAnEventOfAnyOtherContent() {
        CloudEvent event = event("application/json", "{\"n\":1}");

        assertThat(event.getId()).isEqualTo("e-1");
        assertThat(event.getDataContentType()).isEqualTo("application/json");
        assertThat(data(event)).isEqualTo("{\"n\":1}");
    }

    private CloudEvent event(String contentType, String body) {
        return mapper.event(new BrokerRecord(body.getBytes(StandardCharsets.UTF_8), contentType, ATTRIBUTES, Map.of(),
                RecordOrigin.UNKNOWN)).event();
    }

    private static String data(CloudEvent event) {
        return new String(event.getData().toBytes(), StandardCharsets.UTF_8);
    }
}
