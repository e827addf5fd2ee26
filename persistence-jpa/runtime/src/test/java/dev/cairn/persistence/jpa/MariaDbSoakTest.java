package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

/** Files of MariaDB, each of a table with its indexes. */
@Tag("any-jdk")
class MariaDbSoakTest extends JpaSoakContract {

    MariaDbSoakTest() {
        super(TestServers.mariaDb("soak"),
                "SELECT name, file_size FROM information_schema.innodb_sys_tablespaces WHERE name LIKE 'soak/%'",
                // Waits until nothing is left of what was removed for those who began to read before.
                "SET GLOBAL innodb_max_purge_lag_wait = 0");
    }
}
