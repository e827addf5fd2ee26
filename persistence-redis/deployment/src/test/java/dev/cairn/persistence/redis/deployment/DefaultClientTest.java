package dev.cairn.persistence.redis.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.spi.InstanceStore;
import io.quarkus.redis.client.RedisOptionsCustomizer;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.redis.client.RedisOptions;

/** The store uses the client of the application, and creates further clients with the same configuration. */
@Tag("servers")
@Tag("redis")
class DefaultClientTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = OneServer.with(new QuarkusUnitTest())
            .withApplicationRoot(archive -> archive.addClasses(OneServer.class, Made.class))
            .overrideConfigKey("quarkus.redis.hosts", OneServer.URL);

    @Inject
    InstanceStore store;

    @Inject
    Made made;

    /** Connections of the shared client stay open in silence: the application may subscribe or wait on them. */
    @Test
    void thoseOfTheStoreAloneAreCutWhenTheyAreSilentAndAreToldApart() {
        assertThat(store.capabilities().name()).isEqualTo("redis");

        List<RedisOptions> own = made.options.stream().filter(options -> options.getPoolName().contains("|cairn|")).toList();
        assertThat(own).hasSizeGreaterThan(1)
                .allMatch(options -> options.getNetClientOptions().getReadIdleTimeout() == 60_000);
        assertThat(own).extracting(RedisOptions::getPoolName).doesNotHaveDuplicates();
        assertThat(made.options).filteredOn(options -> !own.contains(options)).isNotEmpty()
                .allMatch(options -> options.getNetClientOptions().getReadIdleTimeout() == 0);
    }

    /** Records the options of all clients that were created. */
    @Singleton
    static class Made implements RedisOptionsCustomizer {
        final List<RedisOptions> options = new CopyOnWriteArrayList<>();

        @Override
        public void customize(String clientName, RedisOptions made) {
            options.add(made);
        }
    }
}
