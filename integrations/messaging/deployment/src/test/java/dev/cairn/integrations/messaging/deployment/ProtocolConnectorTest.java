package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A protocol without a connector is an error of the build, which names the extension. */
class ProtocolConnectorTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> AsyncApiFiles.add(root, "place", "operation: place, message: {payload: {order: a}}"))
            .assertException(failure -> assertThat(failure).hasMessageContaining("CAIRN-0911: The channel \"orders\" of the"
                    + " AsyncAPI document \"shop\" needs a connector for kafka, and the application has none. Add the extension:"
                    + " quarkus extension add quarkus-messaging-kafka."));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
