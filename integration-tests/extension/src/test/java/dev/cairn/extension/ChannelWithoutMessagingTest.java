package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A definition that names channels is an error of the build without the extension that connects them. */
class ChannelWithoutMessagingTest {

    private static final String DEFINITION = """
            document:
              dsl: "1.0.3"
              namespace: shop
              name: shipping
              version: "1.0.0"
              metadata: {cairn: {messaging: {channel: orders}}}
            do:
              - shipped:
                  emit: {event: {with: {type: shop.order.shipped}}}
                  metadata: {cairn: {messaging: {channel: shipped}}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset(DEFINITION), "workflows/shipping.yaml"))
            .assertException(failure -> assertThat(failure).hasMessageContaining("2 errors")
                    .hasMessageContaining("/document/metadata/cairn/messaging/channel): CAIRN-0914")
                    .hasMessageContaining("/do/0/shipped): CAIRN-0914")
                    .hasMessageContaining("Add the extension quarkus-cairn-messaging."));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
