package dev.cairn.persistence.jpa;

/** Tables and indexes of PostgreSQL. */
class PostgresSoakTest extends JpaSoakContract {

    PostgresSoakTest() {
        super(TestServers.postgres("soak"), """
                SELECT relname, pg_table_size(relid) FROM pg_stat_user_tables WHERE relname LIKE 'cairn%'
                UNION ALL
                SELECT relname || ', indexes', pg_indexes_size(relid) FROM pg_stat_user_tables WHERE relname LIKE 'cairn%'""",
                "VACUUM");
    }
}
