package dev.cairn.persistence.redis.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An application that names no server would wait for one for ever. */
@Tag("servers")
@Tag("redis")
class NoServerTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .overrideConfigKey("quarkus.redis.devservices.enabled", "false")
            .assertException(failure -> assertThat(failure).hasMessageStartingWith("CAIRN-0545").hasNoCause()
                    .hasMessageContaining("Set quarkus.redis.hosts"));

    @Test
    void theApplicationDoesNotStart() {
        fail("It started");
    }
}
