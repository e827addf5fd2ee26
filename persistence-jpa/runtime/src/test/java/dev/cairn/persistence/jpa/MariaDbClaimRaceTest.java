package dev.cairn.persistence.jpa;

class MariaDbClaimRaceTest extends ClaimRaceContract {

    @Override
    String database() {
        return TestServers.mariaDb("claim_race");
    }

    @Override
    String waiters() {
        return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    }
}
