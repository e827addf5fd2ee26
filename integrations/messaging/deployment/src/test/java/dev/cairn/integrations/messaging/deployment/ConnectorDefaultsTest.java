package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of the application for all channels of a connector come before Cairn's defaults for a channel. */
class ConnectorDefaultsTest {

    private static final String KEY = "auto.offset.reset";

    private String property;

    @AfterEach
    void forget() {
        System.clearProperty(property);
    }

    @ParameterizedTest
    @CsvSource({ "mp.messaging.connector.smallrye-kafka.auto.offset.reset, smallrye-kafka,",
            "kafka.auto.offset.reset, smallrye-kafka,", "kafka.failure-strategy, smallrye-amqp,",
            "mp.messaging.connector.smallrye-kafka.group.id, smallrye-kafka, earliest" })
    void aSettingOfTheConnectorIsKept(String name, String connector, String expected) {
        property = name;
        System.setProperty(property, "latest");

        Map<String, String> defaults = ChannelConnectorProcessor.ofConnector(connector,
                ChannelConnectorProcessor.INCOMING_DEFAULTS);

        assertThat(defaults.get(KEY)).isEqualTo(expected);
        assertThat(defaults).containsKey("failure-strategy");
    }
}
