package dev.cairn.persistence.redis.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A client that may read what is not up to date is refused. */
@Tag("servers")
@Tag("redis")
class ReplicasTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .overrideConfigKey("quarkus.redis.hosts", "redis://localhost:1")
            .overrideConfigKey("quarkus.redis.replicas", "share")
            .overrideConfigKey("quarkus.redis.devservices.enabled", "false")
            .assertException(failure -> assertThat(failure).hasStackTraceContaining("CAIRN-0543")
                    .hasStackTraceContaining("quarkus.redis.replicas=never"));

    @Test
    void theApplicationDoesNotStart() {
        fail("It started");
    }
}
