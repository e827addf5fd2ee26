package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

/**
 * Files of MariaDB, each of a table with its indexes, and the pages of each index.
 *
 * <p>
 * The size of a small file says nothing: it grows by a page now and then, as the next free one lies, and at once to 8 MiB when
 * an index needs more than 32 pages for a moment. From there it stays flat (seen in 800 rounds, all that was measured). So a
 * file counts as 8 MiB at least, and growth in a smaller one is seen in the pages of its indexes.
 */
@Tag("long")
@Tag("soak")
@Tag("any-jdk")
class MariaDbSoakTest extends JpaSoakContract {

    MariaDbSoakTest() {
        super(TestServers.mariaDb("soak"), """
                SELECT name, GREATEST(file_size, 8 * 1024 * 1024)
                FROM information_schema.innodb_sys_tablespaces WHERE name LIKE 'soak/%'
                UNION ALL
                SELECT CONCAT(index_name, ' of ', table_name, ''), stat_value * @@innodb_page_size
                FROM mysql.innodb_index_stats WHERE database_name = 'soak' AND stat_name = 'size'""",
                // Waits until no removed rows are kept for earlier readers.
                "SET GLOBAL innodb_max_purge_lag_wait = 0",
                "ANALYZE TABLE " + String.join(", ", PersistenceUnit.TABLES));
    }
}
