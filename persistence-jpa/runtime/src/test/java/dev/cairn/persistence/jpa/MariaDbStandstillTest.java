package dev.cairn.persistence.jpa;

class MariaDbStandstillTest extends StandstillContract {

    @Override
    String database() {
        return TestServers.mariaDb("standstill");
    }

    @Override
    String limit() {
        return "@@SESSION.idle_transaction_timeout";
    }

    /** The server closes the connection without a word, so nobody knows what became of the transaction. */
    @Override
    String outcome() {
        return "CAIRN-0551";
    }
}
