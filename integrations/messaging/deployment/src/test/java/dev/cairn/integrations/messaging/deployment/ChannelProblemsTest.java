package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Faults of mappings are found by the build, all at once. */
class ChannelProblemsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClass(CollectorWorkflow.class))
            .overrideConfigKey("mp.messaging.incoming.orders.connector", "smallrye-in-memory")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.type", "${ .kind | }")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.id", "${ now }")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.\"orders\".subject", "${ $context.x }")
            .assertException(failure -> assertThat(failure).hasMessageContaining("3 errors").satisfies(
                    error -> assertThat(error.getMessage()).contains("CAIRN-0912")
                            .contains("quarkus.cairn.messaging.incoming.\"orders\".type cannot be read")
                            .contains("quarkus.cairn.messaging.incoming.\"orders\".id reads the clock")
                            .contains("quarkus.cairn.messaging.incoming.\"orders\".subject reads $context")));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
