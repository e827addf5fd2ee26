package dev.cairn.persistence.redis.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.spi.InstanceStore;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.Vertx;

/** An application whose server has few connections to give. */
@Tag("servers")
@Tag("redis")
class OneClientTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = OneServer.with(new QuarkusUnitTest())
            .withApplicationRoot(archive -> archive.addClasses(OneServer.class, RedisAnswers.class))
            .overrideConfigKey("quarkus.redis.hosts", OneServer.URL)
            .overrideConfigKey("quarkus.cairn.redis.client-per-event-loop", "false");

    @Inject
    InstanceStore store;

    @Inject
    Vertx vertx;

    @Test
    void allEventLoopsUseTheConnectionsOfOne() throws Exception {
        RedisAnswers answers = RedisAnswers.of(store, vertx);
        assertThat(answers.asked()).hasSizeGreaterThan(1);
        assertThat(answers.answered()).hasSize(1);
    }
}
