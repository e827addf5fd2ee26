package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;

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
    @CsvSource({ "mp.messaging.connector.smallrye-kafka.auto.offset.reset, smallrye-kafka, true",
            "kafka.auto.offset.reset, smallrye-kafka, true", "kafka.auto.offset.reset, smallrye-amqp, false",
            "mp.messaging.connector.smallrye-kafka.group.id, smallrye-kafka, false" })
    void aSettingOfTheConnectorIsKept(String name, String connector, boolean kept) {
        property = name;
        System.setProperty(property, "latest");

        assertThat(ChannelConnectorProcessor.isSetForAll(connector, KEY)).isEqualTo(kept);
    }
}
