package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

import dev.cairn.persistence.jpa.entity.AttributeEntity;
import dev.cairn.persistence.jpa.entity.CountDeltaEntity;
import dev.cairn.persistence.jpa.entity.EntryGroupEntity;
import dev.cairn.persistence.jpa.entity.InstanceEntity;
import dev.cairn.persistence.jpa.entity.InstanceMessageEntity;
import dev.cairn.persistence.jpa.entity.NodeEntity;
import dev.cairn.persistence.jpa.entity.NodeMessageEntity;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ExceptionSorter;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.MySQLExceptionSorter;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;

/** A persistence unit with the entities of the store on a connection pool, as an application has it. */
final class PersistenceUnit implements AutoCloseable {

    static final List<String> TABLES = List.of("cairn_entry", "cairn_attribute", "cairn_message", "cairn_node_message",
            "cairn_node", "cairn_instance", "cairn_count");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final AgroalDataSource dataSource;
    private final SessionFactory sessions;

    /**
     * @param connections maximum size of the pool
     * @param schema the strategy of Hibernate ORM for the schema: {@code none}, {@code update}…
     */
    PersistenceUnit(String jdbcUrl, int connections, String schema) {
        this(jdbcUrl, connections, schema, Duration.ofSeconds(5));
    }

    /** A unit whose pool waits this long for a connection. */
    PersistenceUnit(String jdbcUrl, int connections, String schema, Duration acquisitionTimeout) {
        try {
            dataSource = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(
                    pool -> pool.maxSize(connections).exceptionSorter(sorter(jdbcUrl)).acquisitionTimeout(acquisitionTimeout)
                            .connectionFactoryConfiguration(
                                    factory -> factory.jdbcUrl(jdbcUrl))));
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot make a pool for " + jdbcUrl, e);
        }
        Configuration configuration = new Configuration();
        configuration.getProperties().put("hibernate.connection.datasource", dataSource);
        configuration.setProperty("hibernate.hbm2ddl.auto", schema);
        for (Class<?> entity : new Class<?>[] { InstanceEntity.class, EntryGroupEntity.class, AttributeEntity.class,
                NodeEntity.class, InstanceMessageEntity.class, NodeMessageEntity.class, CountDeltaEntity.class }) {
            configuration.addAnnotatedClass(entity);
        }
        sessions = configuration.buildSessionFactory();
    }

    /** The sorter that Quarkus chooses, which tells the pool that a connection is broken. */
    private static ExceptionSorter sorter(String jdbcUrl) {
        if (jdbcUrl.startsWith("jdbc:postgresql:")) {
            return new PostgreSQLExceptionSorter();
        }
        return jdbcUrl.startsWith("jdbc:mariadb:") ? new MySQLExceptionSorter() : ExceptionSorter.emptyExceptionSorter();
    }

    SessionFactory sessions() {
        return sessions;
    }

    AgroalDataSource dataSource() {
        return dataSource;
    }

    /** Runs statements, each of them a transaction. */
    void run(String... statements) {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes all rows of the store. A store may count instances meanwhile, so the removal is repeated after a deadlock. */
    void empty() {
        StoreTransactions transactions = new StoreTransactions(sessions, PATIENCE);
        for (String table : TABLES) {
            transactions.write("the rows of " + table,
                    connection -> InstanceResultSetMapper.update(connection, "DELETE FROM " + table, List.of()));
        }
    }

    void dropTables() {
        for (String table : TABLES) {
            run("DROP TABLE " + table);
        }
    }

    @Override
    public void close() {
        sessions.close();
        dataSource.close();
    }
}
