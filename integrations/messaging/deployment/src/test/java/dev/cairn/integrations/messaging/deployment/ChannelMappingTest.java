package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A channel that cannot stand for a channel of an AsyncAPI document is an error of the build. */
class ChannelMappingTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> {
        AsyncApiFiles.add(root, "place", "channel: orders, message: {payload: {order: a}}");
        AsyncApiFiles.add(root, "read", "channel: orders, subscription: {consume: {amount: 1}}");
        AsyncApiFiles.add(root, "follow", "channel: tracks, subscription: {consume: {amount: 1}}");
        AsyncApiFiles.add(root, "write", "operation: write, message: {payload: Hello}");
        AsyncApiFiles.add(root, "fill", "operation: fill, message: {payload: Hello}");
        AsyncApiFiles.add(root, "accept", "operation: accept, subscription: {consume: {amount: 1}}");
        AsyncApiFiles.add(root, "refuse", "operation: refuse, subscription: {consume: {amount: 1}}");
    }).overrideConfigKey("quarkus.cairn.messaging.incoming.tracks.type", "shop.track")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.replies.id", "${ .order }")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.replies.key", "all").assertException(
                    failure -> assertThat(failure).hasMessageContaining("CAIRN-0917")
                            .hasMessageContaining("Workflows publish and subscribe by the channel orders")
                            .hasMessageContaining("quarkus.cairn.messaging.asyncapi.\"shop\".\"orders\".incoming-channel=")
                            .hasMessageContaining(
                                    "Two calls use the channel \"notes\" of the AsyncAPI document \"shop\" with different"
                                            + " content types: ")
                            .hasMessageContaining(
                                    "Two calls use the channel \"replies\" of the AsyncAPI document \"shop\" with different"
                                            + " places of the correlation id: ")
                            .hasMessageContaining("The channel tracks brings messages of the AsyncAPI document \"shop\"")
                            .hasMessageContaining("The channel replies brings messages of the AsyncAPI document \"shop\"")
                            .hasMessageContaining("Remove quarkus.cairn.messaging.incoming.\"replies\".id,"
                                    + " quarkus.cairn.messaging.incoming.\"replies\".key,"));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
