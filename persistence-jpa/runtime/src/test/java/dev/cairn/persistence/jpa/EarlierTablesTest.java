package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.SampleInstances;
import dev.cairn.testkit.StoredCountCheck;

/** Tables that an earlier version has made, which had no types of errors and no counts. */
@Tag("servers")
@Tag("jpa")
class EarlierTablesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final InstanceRow FAULTED = SampleInstances.inPhase("b", InstanceStatus.FAULTED, null).withErrorType("type");

    @Test
    void onPostgres() {
        upgrades(TestServers.postgres("earlier"));
    }

    @Test
    void onMariaDb() {
        upgrades(TestServers.mariaDb("earlier"));
    }

    @Test
    void onH2() {
        upgrades("jdbc:h2:mem:earlier;DB_CLOSE_DELAY=-1");
    }

    private static void upgrades(String url) {
        try (PersistenceUnit unit = new PersistenceUnit(url, 4, "none")) {
            open(unit, true).close();
            unit.run("ALTER TABLE cairn_instance DROP COLUMN error_type", "DROP TABLE cairn_count",
                    "ALTER TABLE cairn_node DROP COLUMN covered_until",
                    "INSERT INTO cairn_node (id, name, alive_until, superseded) VALUES ('old~1', 'old', 1000, FALSE)",
                    "INSERT INTO cairn_instance (id, workflow, version, status, created_at, updated_at, wake_at, keep_until, epoch,"
                            + " entry_count) VALUES ('a', 'shop:orders', '1.0.0', 5, 1, 2, 0, 0, 1, 1)");
            assertThatThrownBy(() -> open(unit, false)).isInstanceOf(StoreException.class).hasMessageContaining("CAIRN-0550");
            for (int start = 0; start < 2; start++) {
                try (InstanceStore store = open(unit, true)) {
                    if (start == 0) {
                        assertThat(store.commit(List.of(SampleInstances.create(FAULTED, "1"))).await().atMost(PATIENCE))
                                .containsExactly(CommitResult.COMMITTED);
                    }
                    assertThat(store.row("a").await().atMost(PATIENCE).orElseThrow().errorType()).isNull();
                    assertThat(store.row("b").await().atMost(PATIENCE)).contains(FAULTED);
                    StoredCountCheck.compare(store, "start " + start);
                }
            }
        }
    }

    private static InstanceStore open(PersistenceUnit unit, boolean create) {
        return JpaStore.open(unit.sessions(), new JpaSettings(2, PATIENCE, create));
    }
}
