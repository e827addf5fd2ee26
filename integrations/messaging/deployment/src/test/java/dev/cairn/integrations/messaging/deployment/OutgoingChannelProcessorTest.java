package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.integrations.messaging.mapping.ConnectorPresence;

class OutgoingChannelProcessorTest {

    private static final ConnectorPresence KAFKA = new ConnectorPresence(true, false, false);

    private String property;

    @AfterEach
    void forget() {
        System.clearProperty(property);
    }

    /** Without the connector of the channel, those of the application would decide. */
    @ParameterizedTest
    @CsvSource({ "shipped, shipped", "shop.shipped, \"shop.shipped\"" })
    void theConnectorOfAChannelDecidesAboutHeaders(String channel, String key) {
        property = "mp.messaging.outgoing." + key + ".connector";

        System.setProperty(property, "smallrye-in-memory");
        assertThat(OutgoingChannelProcessor.hasHeaders(channel, KAFKA)).isFalse();

        System.setProperty(property, "smallrye-amqp");
        assertThat(OutgoingChannelProcessor.hasHeaders(channel, ConnectorPresence.NONE)).isTrue();
    }
}
