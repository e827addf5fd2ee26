package dev.cairn.persistence.jpa;

import java.util.List;

import org.junit.jupiter.api.Tag;

import dev.cairn.testkit.SampleInstances;

@Tag("servers")
@Tag("failover")
class PostgresStandstillTest extends StandstillContract {

    @Override
    String database() {
        return TestServers.postgres("standstill_" + System.nanoTime());
    }

    @Override
    String limit() {
        return "current_setting('idle_in_transaction_session_timeout')";
    }

    @Override
    List<String> limits() {
        return List.of("5s", "1500ms");
    }

    /** The server said why it ended the transaction, so nothing of it was done, and it is done again. */
    @Override
    String outcome() {
        return SampleInstances.A.id() + SampleInstances.A.id();
    }
}
