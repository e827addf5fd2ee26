package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.spi.Claim;

@Tag("servers")
@Tag("jpa")
class PostgresClaimRaceTest extends ClaimRaceContract {

    @Override
    String database() {
        return TestServers.postgres("claim_race");
    }

    @Override
    String waiters() {
        return "SELECT COUNT(*) FROM pg_locks WHERE NOT granted";
    }

    /** MariaDB's transactions see the owners and who is alive as they were at one moment. */
    @Test
    void aNodeThatBeginsItsLifeWhileOrphansAreTakenKeepsItsInstances() throws Exception {
        unit.run(
                "CREATE FUNCTION wait_for_test() RETURNS trigger AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$"
                        + " LANGUAGE plpgsql",
                "CREATE TRIGGER wait_for_test BEFORE UPDATE ON cairn_instance FOR EACH ROW EXECUTE FUNCTION wait_for_test()");
        store.heartbeat(A, LONG_MILLIS).await().atMost(PATIENCE);
        store.commit(List.of(owned("x", DEAD))).await().atMost(PATIENCE);

        CompletableFuture<List<Claim>> claims;
        try (Connection other = unit.dataSource().getConnection(); Statement statement = other.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(1)");
            claims = store.claimOrphans(A.id(), 10).subscribeAsCompletionStage();
            awaitWaiter();
            store.heartbeat(B, LONG_MILLIS).await().atMost(PATIENCE);
            store.commit(List.of(owned("y", B))).await().atMost(PATIENCE);
            statement.execute("SELECT pg_advisory_unlock(1)");
        }

        assertThat(claims.join()).extracting(claim -> claim.row().id()).containsExactly("x");
    }
}
