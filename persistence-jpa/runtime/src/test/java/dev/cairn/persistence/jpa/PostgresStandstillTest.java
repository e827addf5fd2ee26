package dev.cairn.persistence.jpa;

import dev.cairn.testkit.Samples;

class PostgresStandstillTest extends StandstillContract {

    @Override
    String database() {
        return TestServers.postgres("standstill");
    }

    @Override
    String limit() {
        return "current_setting('idle_in_transaction_session_timeout')";
    }

    /** The server said why it ended the transaction, so nothing of it was done, and it is done again. */
    @Override
    String outcome() {
        return Samples.A.id() + Samples.A.id();
    }
}
