package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A channel whose connector the application does not have is an error of the build. */
class UnknownConnectorTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClass(CollectorWorkflow.class))
            .overrideConfigKey("mp.messaging.incoming.orders.connector", "smallrye-kafka")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.enabled", "true")
            .overrideConfigKey("mp.messaging.outgoing.parcels.connector", "smallrye-rabbitmq")
            .overrideConfigKey("quarkus.cairn.messaging.outgoing.parcels.types", "shop.parcel")
            .assertException(failure -> assertThat(failure).hasMessageContaining("CAIRN-0911: "
                    + "mp.messaging.incoming.orders.connector is smallrye-kafka, and the application has no such connector"
                    + " but smallrye-in-memory. Add the extension quarkus-messaging-kafka.")
                    .hasMessageContaining("CAIRN-0911: mp.messaging.outgoing.parcels.connector is smallrye-rabbitmq, and the"
                            + " application has no such connector but smallrye-in-memory. Add the extension"
                            + " quarkus-messaging-rabbitmq."));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
