package dev.cairn.persistence.redis.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Dev Services start no server for a client that nothing is configured of, even where containers run. */
@Tag("servers")
@Tag("redis")
class NamedClientWithoutServerTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .overrideConfigKey("quarkus.cairn.redis.client-name", "workflows")
            .overrideConfigKey("quarkus.redis.devservices.enabled", "false")
            .assertException(failure -> assertThat(failure).hasMessageStartingWith("CAIRN-0545").hasNoCause()
                    .hasMessageContaining("Set quarkus.redis.workflows.hosts")
                    .hasMessageContaining("quarkus.redis.workflows.devservices.enabled=true"));

    @Test
    void whatToSetIsSaid() {
        fail("It started");
    }
}
