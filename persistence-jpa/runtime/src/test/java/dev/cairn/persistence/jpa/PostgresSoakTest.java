package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

/** Tables and indexes of PostgreSQL. */
@Tag("long")
@Tag("soak")
class PostgresSoakTest extends JpaSoakContract {

    PostgresSoakTest() {
        super(TestServers.postgres("soak"), """
                SELECT relname, pg_table_size(relid) FROM pg_stat_user_tables WHERE relname LIKE 'cairn%'
                UNION ALL
                SELECT relname || ', indexes', pg_indexes_size(relid) FROM pg_stat_user_tables WHERE relname LIKE 'cairn%'""",
                "VACUUM");
    }
}
