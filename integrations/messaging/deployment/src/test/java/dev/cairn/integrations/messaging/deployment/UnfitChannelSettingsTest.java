package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Settings of connectors by which a channel would not do what it says are refused. */
class UnfitChannelSettingsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClass(CollectorWorkflow.class))
            .overrideConfigKey("mp.messaging.incoming.orders.connector", "smallrye-in-memory")
            .overrideConfigKey("mp.messaging.incoming.orders.batch", "true")
            .overrideConfigKey("mp.messaging.incoming.orders.concurrency", "3")
            .overrideConfigKey("mp.messaging.connector.smallrye-in-memory.batch", "true")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.enabled", "true")
            .assertException(failure -> assertThat(failure)
                    .hasMessageContaining("CAIRN-0911: mp.messaging.incoming.orders.batch is true")
                    .hasMessageContaining("CAIRN-0911: mp.messaging.connector.smallrye-in-memory.batch is true")
                    .hasMessageContaining("CAIRN-0911: mp.messaging.incoming.orders.concurrency is set"));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
