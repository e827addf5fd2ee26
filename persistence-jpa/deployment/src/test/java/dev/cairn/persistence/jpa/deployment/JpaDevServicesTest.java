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
import io.quarkus.test.QuarkusUnitTest;

/**
 * An application that names no database: Dev Services start one, as for any application. Dev Services for H2 need no
 * containers.
 */
@Tag("servers")
@Tag("jpa")
class JpaDevServicesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Commits.class));

    @Inject
    InstanceStore store;

    @Inject
    DataSource dataSource;

    @Test
    void theStoreIsInTheirDatabaseAndHibernateMakesTheTables() throws SQLException {
        Commits.create(store, "a");
        try (Connection connection = dataSource.getConnection()) {
            assertThat(connection.getMetaData().getURL()).startsWith("jdbc:h2:tcp://");
        }
    }
}
