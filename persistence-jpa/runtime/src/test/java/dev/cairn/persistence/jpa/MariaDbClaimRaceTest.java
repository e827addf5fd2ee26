package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("servers")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbClaimRaceTest extends ClaimRaceContract {

    @Override
    String database() {
        return TestServers.mariaDb("claim_race");
    }

    @Override
    String waiters() {
        // Not innodb_trx: what it says stays as it is for as long as it is read again and again.
        return "SELECT variable_value FROM information_schema.global_status"
                + " WHERE variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'";
    }
}
