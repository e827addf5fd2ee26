package dev.cairn.persistence.jpa;

import java.util.List;

import org.junit.jupiter.api.Tag;

@Tag("servers")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbStandstillTest extends StandstillContract {

    @Override
    String database() {
        return TestServers.mariaDb("standstill_" + System.nanoTime());
    }

    @Override
    String limit() {
        return "@@SESSION.idle_transaction_timeout";
    }

    @Override
    List<String> limits() {
        return List.of("5", "1");
    }

    /** The server closes the connection silently, so the outcome of the transaction is unknown. */
    @Override
    String outcome() {
        return "CAIRN-0551";
    }
}
