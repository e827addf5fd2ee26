package dev.cairn.integrations.messaging.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;

class ChannelLimitCheckTest {

    private static MessagingConfig config(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>();
        properties.forEach((name, value) -> all.put("quarkus.cairn.messaging." + name, value));
        SmallRyeConfig config = new SmallRyeConfigBuilder().addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(all, "test", 100)).withMapping(MessagingConfig.class).build();
        return config.getConfigMapping(MessagingConfig.class);
    }

    @Test
    void takesTheDefaults() {
        MessagingConfig config = config(Map.of());

        assertThat(config.outgoing().get("shipped").maxInFlight()).isEqualTo(32_768);
        assertThatCode(() -> {
            ChannelLimitCheck.check("orders", config.incoming().get("orders"));
            ChannelLimitCheck.check("shipped", config.outgoing().get("shipped"));
        }).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = { "max-in-flight", "max-in-flight-size", "max-message-size" })
    void refusesLimitsOfIncomingChannelsThatStopThem(String setting) {
        MessagingConfig config = config(Map.of("incoming.orders." + setting, "0"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelLimitCheck.check("orders", config.incoming().get("orders")))
                .withMessage(
                        "CAIRN-0918: Cannot use a limit of a channel [quarkus.cairn.messaging.incoming.\"orders\"." + setting
                                + "=0]: it must be at least 1. Correct it.");
    }

    @ParameterizedTest
    @ValueSource(strings = { "max-in-flight", "max-in-flight-size" })
    void refusesLimitsOfOutgoingChannelsThatStopThem(String setting) {
        MessagingConfig config = config(Map.of("outgoing.shipped." + setting, "0"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelLimitCheck.check("shipped", config.outgoing().get("shipped")))
                .withMessageContaining("quarkus.cairn.messaging.outgoing.\"shipped\"." + setting + "=0");
    }
}
