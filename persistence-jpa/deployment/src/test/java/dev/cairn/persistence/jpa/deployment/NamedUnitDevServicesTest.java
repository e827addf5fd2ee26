package dev.cairn.persistence.jpa.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.spi.InstanceStore;
import io.quarkus.agroal.DataSource.DataSourceLiteral;
import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;

/** Dev Services start a database for a persistence unit of the store's own; its tables have to be asked for. */
@Tag("servers")
@Tag("jpa")
class NamedUnitDevServicesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Commits.class))
            .overrideConfigKey("quarkus.datasource.instances.db-kind", "h2")
            .overrideConfigKey("quarkus.hibernate-orm.instances.datasource", "instances")
            .overrideConfigKey("quarkus.hibernate-orm.instances.packages", "dev.cairn.persistence.jpa.entity")
            .overrideConfigKey("quarkus.hibernate-orm.instances.schema-management.strategy", "update")
            .overrideConfigKey("quarkus.cairn.jpa.persistence-unit", "instances");

    @Inject
    InstanceStore store;

    @Test
    void theStoreIsInTheirDatabase() throws SQLException {
        Commits.create(store, "a");
        DataSource ofTheStore = Arc.container().select(DataSource.class, new DataSourceLiteral("instances")).get();
        try (Connection connection = ofTheStore.getConnection()) {
            assertThat(connection.getMetaData().getURL()).startsWith("jdbc:h2:tcp://");
        }
    }
}
