package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.SampleInstances;

/**
 * Flyway runs the migrations once on each database that they are shipped for. A changed comment of a repeatable migration makes
 * Flyway run it again, which must change nothing.
 */
@Tag("servers")
@Tag("jpa")
class FlywayTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void onPostgres() {
        migrates(TestServers.postgres("flyway"), "postgresql");
    }

    @Test
    void onMariaDb() {
        migrates(TestServers.mariaDb("flyway"), "mariadb");
    }

    @Test
    void onH2() {
        migrates("jdbc:h2:mem:flyway;DB_CLOSE_DELAY=-1", "h2");
    }

    private static void migrates(String url, String directory) {
        try (PersistenceUnit unit = new PersistenceUnit(url, 4, "none")) {
            Flyway flyway = Flyway.configure().dataSource(unit.dataSource()).locations("db/cairn/" + directory).load();
            assertThat(flyway.migrate().migrationsExecuted).isEqualTo(4);
            assertThat(flyway.migrate().migrationsExecuted).isZero();
            Flyway withoutHistory = Flyway.configure().configuration(flyway.getConfiguration()).table("flyway_again")
                    .baselineOnMigrate(true).load();
            assertThat(withoutHistory.migrate().migrationsExecuted).isEqualTo(4);
            try (InstanceStore store = JpaStore.open(unit.sessions(), new JpaSettings(2, PATIENCE, false))) {
                assertThat(store.commit(List.of(SampleInstances.create(SampleInstances.running("a"), "1"))).await()
                        .atMost(PATIENCE))
                        .containsExactly(CommitResult.COMMITTED);
                assertThat(store.load("a").await().atMost(PATIENCE)).isPresent();
            }
        }
    }
}
