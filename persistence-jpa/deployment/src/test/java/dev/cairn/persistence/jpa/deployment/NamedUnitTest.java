package dev.cairn.persistence.jpa.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.persistence.jpa.deployment.shop.Order;
import dev.cairn.spi.InstanceStore;
import io.quarkus.agroal.DataSource.DataSourceLiteral;
import io.quarkus.arc.Arc;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** The store has a persistence unit of its own, on a database of its own, filled by Flyway. */
@Tag("servers")
@Tag("jpa")
class NamedUnitTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Order.class, Commits.class))
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:application;DB_CLOSE_DELAY=-1")
            .overrideConfigKey("quarkus.hibernate-orm.schema-management.strategy", "drop-and-create")
            .overrideConfigKey("quarkus.hibernate-orm.packages", Order.class.getPackageName())
            .overrideConfigKey("quarkus.datasource.workflows.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.workflows.jdbc.url", "jdbc:h2:mem:workflows;DB_CLOSE_DELAY=-1")
            .overrideConfigKey("quarkus.hibernate-orm.workflows.datasource", "workflows")
            .overrideConfigKey("quarkus.hibernate-orm.workflows.packages", "dev.cairn.persistence.jpa.entity")
            .overrideConfigKey("quarkus.flyway.workflows.locations", "db/cairn/h2")
            .overrideConfigKey("quarkus.flyway.workflows.migrate-at-start", "true")
            .overrideConfigKey("quarkus.cairn.jpa.persistence-unit", "workflows");

    @Inject
    InstanceStore store;

    @Inject
    DataSource ofTheApplication;

    @Test
    void theTablesAreWhereTheUnitIs() throws SQLException {
        Commits.create(store, "named");
        QuarkusTransaction.requiringNew().run(() -> new Order("o-1").persist());

        assertThat(tables(ofTheApplication)).contains("SHOP_ORDER").noneMatch(table -> table.startsWith("CAIRN"));
        DataSource ofTheStore = Arc.container().select(DataSource.class, new DataSourceLiteral("workflows")).get();
        assertThat(tables(ofTheStore)).contains("CAIRN_INSTANCE", "CAIRN_ENTRY").doesNotContain("SHOP_ORDER");
    }

    private static List<String> tables(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                ResultSet found = connection.getMetaData().getTables(null, "PUBLIC", "%", null)) {
            List<String> tables = new ArrayList<>();
            while (found.next()) {
                tables.add(found.getString("TABLE_NAME"));
            }
            return tables;
        }
    }
}
