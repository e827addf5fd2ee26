package dev.cairn.persistence.jpa.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.spi.InstanceStore;
import io.quarkus.test.QuarkusUnitTest;

@Tag("servers")
@Tag("jpa")
class CreatedTablesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Commits.class))
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:created-tables;DB_CLOSE_DELAY=-1")
            .overrideConfigKey("quarkus.datasource.jdbc.max-size", "1")
            .overrideConfigKey("quarkus.cairn.jpa.concurrent-commits", "2")
            .overrideConfigKey("quarkus.cairn.jpa.create-tables", "true");

    @Inject
    InstanceStore store;

    @Test
    void anApplicationWithoutMigrationsHasTheTables() {
        Commits.create(store, "a");
        assertThat(store.capabilities().concurrentCommits()).isEqualTo(2);
    }
}
