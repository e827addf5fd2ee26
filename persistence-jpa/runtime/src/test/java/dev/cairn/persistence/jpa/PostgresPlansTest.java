package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Queries of the store to PostgreSQL read no more of large tables than they give, by the server's own count. Takes the number
 * of rows from {@code cairn.rows}.
 */
@Tag("servers")
@Tag("jpa")
@Tag("any-jdk")
class PostgresPlansTest {

    private static final int ROWS = Integer.getInteger("cairn.rows", 100_000);
    private static final int LIMIT = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** One in this number faulted, and one belongs to a node that died. */
    private static final int RARE = 1_000;
    private static final Node NODE = new Node("node-a", "1");

    private static String url;
    private static PersistenceUnit observer;

    /** 50 workflows, all statuses, most of them ended; times a millisecond apart; a business key and three attributes each. */
    @BeforeAll
    static void load() {
        url = TestServers.postgres("plans");
        // A server process may report its reads as late as when it ends, so the loading one is not the observing one.
        try (PersistenceUnit loader = new PersistenceUnit(url, 1, "none")) {
            open(loader).close();
            fill(loader);
        }
        observer = new PersistenceUnit(url, 1, "none");
    }

    private static void fill(PersistenceUnit loader) {
        loader.run("""
                INSERT INTO cairn_instance
                SELECT 'i-' || lpad(g::text, 9, '0'), 'shop:w' || g % 50, '1.0.0', s, g, g, CASE WHEN s = 2 THEN g ELSE 0 END,
                  CASE WHEN s = 1 THEN CASE WHEN g % %1$d = 1 THEN 'dead~1' ELSE 'node-a~1' END END,
                  CASE WHEN s > 3 THEN g ELSE 0 END, 'o-' || g, '{"customer":"c-1"}', 1, 1
                FROM (SELECT g, CASE WHEN g % %1$d = 0 THEN 5 WHEN g % 10 = 1 THEN 1 WHEN g % 10 = 2 THEN 2
                  WHEN g % %1$d = 3 THEN 0 ELSE 6 END AS s FROM generate_series(1, %2$d) AS g) AS numbers""".replace("%1$d",
                String.valueOf(RARE)).replace("%2$d", String.valueOf(ROWS)),
                "INSERT INTO cairn_entry SELECT id, 0, 1, 'entry'::bytea FROM cairn_instance",
                "INSERT INTO cairn_attribute SELECT id, 'customer', 'c-' || created_at % 1000, created_at FROM cairn_instance",
                "INSERT INTO cairn_attribute SELECT id, 'region', 'r-' || created_at % 2, created_at FROM cairn_instance",
                "INSERT INTO cairn_attribute SELECT id, 'half', 'h-' || created_at % 2, created_at FROM cairn_instance",
                "VACUUM ANALYZE");
    }

    @AfterAll
    static void close() {
        observer.close();
    }

    private static InstanceStore open(PersistenceUnit unit) {
        return JpaStore.open(unit.sessions(), new JpaSettings(2, PATIENCE, true));
    }

    @Test
    void aPageOfAllInstancesReadsAPage() {
        reads("all", 7 * LIMIT + 7, store -> pages(store, InstanceQuery.all(LIMIT)));
    }

    @Test
    void aPageByWorkflowOrStatusReadsAPage() {
        InstanceQuery all = InstanceQuery.all(LIMIT);
        reads("workflow", 7 * LIMIT + 7, store -> pages(store, all.withWorkflow("shop:w7")));
        reads("workflows", 2 * (7 * LIMIT + 7), store -> pages(store, all.withWorkflows(Set.of("shop:w7", "shop:w8"))));
        reads("frequent status", LIMIT + 1, store -> pages(store, all.withStatus(InstanceStatus.COMPLETED)));
        reads("rare status", LIMIT + 1, store -> pages(store, all.withStatus(InstanceStatus.FAULTED)));
        reads("several statuses", 3 * (LIMIT + 1), store -> pages(store,
                all.withStatuses(Set.of(InstanceStatus.COMPLETED, InstanceStatus.FAULTED, InstanceStatus.CANCELLED))));
        reads("both", LIMIT + 1, store -> pages(store, all.withWorkflow("shop:w0").withStatus(InstanceStatus.FAULTED)));
        reads("both, none found", 1,
                store -> pages(store, all.withWorkflow("shop:w1").withStatus(InstanceStatus.FAULTED)));
    }

    @Test
    void aPageByTimeReadsAPage() {
        InstanceQuery middle = InstanceQuery.all(LIMIT).withCreated(ROWS / 4, ROWS / 2);
        reads("time", 7 * LIMIT + 7, store -> pages(store, middle));
        reads("time and workflow", 7 * LIMIT + 7, store -> pages(store, middle.withWorkflow("shop:w7")));
        reads("time and status", LIMIT + 1, store -> pages(store, middle.withStatus(InstanceStatus.COMPLETED)));
    }

    @Test
    void aPageByKeysReadsAPage() {
        InstanceQuery all = InstanceQuery.all(LIMIT);
        reads("business key", 1, store -> pages(store, all.withKeys(new SearchKeys("o-77", Map.of()))));
        SearchKeys customer = new SearchKeys(null, Map.of("customer", "c-7"));
        // A row of the attributes and one of the instances for each, and a few more for sorting.
        reads("attribute", 2 * LIMIT + 40, store -> pages(store, all.withKeys(customer)));
        reads("frequent attribute", 2 * LIMIT + 40,
                store -> pages(store, all.withKeys(new SearchKeys(null, Map.of("region", "r-1")))));
        reads("two attributes", 4 * LIMIT + 40,
                store -> pages(store, all.withKeys(new SearchKeys(null, Map.of("customer", "c-7", "region", "r-1")))));
        reads("attribute and time", 2 * LIMIT + 40,
                store -> pages(store, all.withKeys(customer).withCreated(ROWS / 4, ROWS / 2)));
    }

    /**
     * A criterion that half of all rows meet, together with a criterion that few meet: also after many queries, when the server
     * would keep a plan.
     */
    @Test
    void aPageByAFrequentAttributeAndARareStatusReadsTheRare() {
        InstanceQuery region = InstanceQuery.all(LIMIT).withKeys(new SearchKeys(null, Map.of("region", "r-1")));
        int times = 20;
        // Each row of the status and, for each of them, one of the attributes.
        int rows = times * 2 * (ROWS / RARE);
        reads("frequent attribute and rare status", rows,
                store -> again(times, store, region.withStatus(InstanceStatus.FAULTED)));
        reads("frequent attribute, workflow and rare status", rows,
                store -> again(times, store, region.withWorkflow("shop:w0").withStatus(InstanceStatus.FAULTED)));
        // A few for the plan.
        reads("frequent attribute and a status that none has", times * 10,
                store -> again(times, store, region.withStatus(InstanceStatus.CANCELLED)));
    }

    /** Two frequent criteria that no row meets together: a page ends early. */
    @Test
    void aPageByFrequentCriteriaThatHardlyMeetReadsTheNewest() {
        InstanceQuery region = InstanceQuery.all(LIMIT).withKeys(new SearchKeys(null, Map.of("region", "r-1")));
        // The newest 2,000 of each criterion, and the rows of those of one. A number, so that a larger limit is noticed.
        int rows = 3 * 2_000;
        reads("two frequent attributes", rows, store -> endsEarly(store, InstanceQuery.all(LIMIT)
                .withKeys(new SearchKeys(null, Map.of("region", "r-1", "half", "h-0")))));
        reads("frequent attribute and frequent status", rows,
                store -> endsEarly(store, region.withStatus(InstanceStatus.WAITING)));
        reads("frequent attribute, frequent status and time", rows,
                store -> endsEarly(store, region.withStatus(InstanceStatus.WAITING).withCreated(ROWS / 10, ROWS)));
    }

    private static Uni<?> endsEarly(InstanceStore store, InstanceQuery query) {
        return store.find(query).invoke(page -> {
            assertThat(page.rows()).isEmpty();
            assertThat(page.next()).isNotNull();
        });
    }

    private static Uni<?> again(int times, InstanceStore store, InstanceQuery query) {
        return Multi.createFrom().range(0, times).onItem().transformToUniAndConcatenate(i -> store.find(query)).collect()
                .asList().invoke(pages -> assertThat(pages).allMatch(page -> page.rows().isEmpty()));
    }

    @Test
    void dueTimesAreReadInTheirOrder() {
        reads("due times", LIMIT + 50, store -> store.dueTimers(ROWS, null, LIMIT));
        reads("due times after", LIMIT + 50, store -> store.dueTimers(ROWS, new DueTimer(ROWS / 2, "i"), LIMIT));
    }

    @Test
    void oneInstanceIsReadAlone() {
        reads("load", 2, store -> store.load("i-000000077"));
        reads("load of many", 2 * LIMIT, store -> store.loadAll(
                IntStream.range(0, LIMIT).mapToObj(i -> String.format("i-%09d", 5_003 + i * 10)).toList()));
        reads("row", 1, store -> store.row("i-000000078"));
    }

    @Test
    void removalReadsWhatItRemoves() {
        // The instance to lock it and to remove it, its entry, and its attributes.
        reads("removal", 7 * LIMIT, store -> store.removeEnded(ROWS, LIMIT));
    }

    @Test
    void orphansAreFoundAmongWhatRuns() {
        reads("heartbeat", 10, store -> store.heartbeat(NODE, 3_600_000));
        // Instances without an owner and those of the dead; each is read once and written once.
        reads("orphans", 2 * LIMIT + 10, store -> store.claimOrphans(NODE.id(), LIMIT));
        reads("a claim", 5, store -> store.claim(NODE.id(), List.of("i-000000011")));
    }

    @Test
    void messagesAreReadInTheirOrder() {
        reads("post", 5, store -> store.post(new InstanceMessage("i-000000011", "m-1", new byte[] { 1 })));
        reads("messages", 10, store -> store.messages(NODE.id(), LIMIT));
        reads("a look for a message", 5, store -> store.isPosted(new InstanceMessage("i-000000011", "m-1", new byte[0])));
        reads("handled", 5, store -> store.handled(List.of(new InstanceMessage("i-000000011", "m-1", new byte[] { 1 }))));
    }

    @Test
    void aCommitReadsWhatItWrites() {
        List<InstanceWrite> batch = new ArrayList<>();
        for (int i = 0; i < LIMIT; i++) {
            InstanceRow row = new InstanceRow(String.format("i-%09d", 5_002 + i * 10), "shop:w2", "1.0.0",
                    InstanceStatus.WAITING, 1, 2, InstanceRow.NEVER, null);
            batch.add(InstanceWrite.of(row, 1, 1, List.of(new byte[] { 2 })));
            InstanceRow created = new InstanceRow("new-" + i, "shop:w2", "1.0.0", InstanceStatus.PENDING, ROWS, 2,
                    InstanceRow.NEVER, null, InstanceRow.NEVER, new SearchKeys(null, Map.of("customer", "c-1")));
            batch.add(InstanceWrite.of(created, 1, 0, List.of(new byte[] { 1 })));
        }
        reads("commit", 2 * LIMIT, store -> store.commit(batch));
    }

    @Test
    void aSmallBatchIsNotPlannedEachTime() throws SQLException {
        int batches = 256;
        try (PersistenceUnit unit = new PersistenceUnit(url, 1, "none"); InstanceStore store = open(unit)) {
            for (int position = 1; position <= batches; position++) {
                long at = position;
                List<InstanceWrite> batch = IntStream.range(0, 3).mapToObj(i -> InstanceWrite.of(
                        new InstanceRow(String.format("i-%09d", 9_002 + i * 10), "shop:w2", "1.0.0", InstanceStatus.RUNNING, 1,
                                2, InstanceRow.NEVER, "node-a~1"),
                        1, at, List.of(new byte[] { 2 }))).toList();
                assertThat(store.commit(batch).await().atMost(PATIENCE)).containsOnly(CommitResult.COMMITTED);
            }
            try (Connection connection = unit.dataSource().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet plans = statement.executeQuery("SELECT sum(generic_plans) FROM pg_prepared_statements"
                            + " WHERE statement LIKE '%updated AS%'")) {
                plans.next();
                assertThat(plans.getLong(1)).as("executions with a plan from before").isGreaterThan(batches / 2);
            }
        }
    }

    /** Two pages, the second with the cursor of the first. */
    private static Uni<InstancePage> pages(InstanceStore store, InstanceQuery query) {
        return store.find(query).flatMap(first -> first.next() == null ? Uni.createFrom().item(first)
                : store.find(query.withCursor(first.next())).invoke(second -> assertThat(second.rows()).isNotEmpty()));
    }

    /** Fails if a call reads a large table from end to end, or reads more rows a page than it should. */
    private static void reads(String what, int mostRows, Function<InstanceStore, Uni<?>> call) {
        Counts before = counts();
        try (PersistenceUnit unit = new PersistenceUnit(url, 2, "none"); InstanceStore store = open(unit)) {
            call.apply(store).await().atMost(PATIENCE);
        }
        Counts after = counts();
        assertThat(after.readFromEndToEnd).as("%s: how often tables were read from end to end", what)
                .isEqualTo(before.readFromEndToEnd);
        assertThat(after.rows - before.rows).as("%s: rows read", what).isLessThanOrEqualTo(2L * mostRows + 10);
    }

    /**
     * The counters of the server.
     *
     * @param readFromEndToEnd number of full scans, by the name of the table
     * @param rows number of rows read by an index, or of index entries if that was more
     */
    private record Counts(Map<String, Long> readFromEndToEnd, long rows) {}

    /** Others are counted when they left. */
    private static Counts counts() {
        try (Connection connection = observer.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            long others = 1;
            while (others > 0) {
                try (ResultSet result = statement.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE datname ="
                        + " current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'")) {
                    result.next();
                    others = result.getLong(1);
                }
            }
            try (ResultSet result = statement.executeQuery("SELECT relname, seq_scan, greatest(idx_tup_fetch,"
                    + " (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid)) FROM pg_stat_user_tables t"
                    + " WHERE relname IN ('cairn_instance', 'cairn_entry', 'cairn_attribute')")) {
                Map<String, Long> readFromEndToEnd = new TreeMap<>();
                long rows = 0;
                while (result.next()) {
                    readFromEndToEnd.put(result.getString(1), result.getLong(2));
                    rows += result.getLong(3);
                }
                return new Counts(readFromEndToEnd, rows);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
