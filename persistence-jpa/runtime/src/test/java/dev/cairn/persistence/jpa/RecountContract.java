package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceCount;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.testkit.SampleInstances;
import dev.cairn.testkit.StoredCountCheck;
import io.smallrye.mutiny.Uni;

/** Counts of uncounted instances, of instances that nodes of an earlier version write, and of nodes that are gone. */
abstract class RecountContract {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int WORKFLOWS = 4;
    /** Statements before and after a write that restore the counts: an earlier version writes without counts. */
    private static final String[] WITHOUT_COUNTS = { "CREATE TABLE counts_before AS SELECT * FROM cairn_count",
            "DELETE FROM cairn_count", "INSERT INTO cairn_count SELECT * FROM counts_before", "DROP TABLE counts_before" };

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private PersistenceUnit unit;
    private InstanceStore store;

    /** A database without tables, or with those of an earlier test. */
    abstract String url();

    @BeforeEach
    void open() {
        unit = new PersistenceUnit(url(), 8, "none");
        store = another();
        unit.empty();
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    private InstanceStore another() {
        return JpaStore.open(unit.sessions(), new JpaSettings(3, PATIENCE, true));
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    private Optional<List<InstanceCount>> counts() {
        return await(store.counts());
    }

    private void compare() {
        StoredCountCheck.compare(store, "seed " + seed);
    }

    private InstanceRow row(int number) {
        return StoredCountCheck.row(random, number, WORKFLOWS);
    }

    private InstanceWrite continued(InstanceWrite before) {
        return next(row(Integer.parseInt(before.row().id().substring(2))), 1, before.position() + before.entries().size(), "2");
    }

    private List<InstanceWrite> create(int from, int count) {
        List<InstanceWrite> writes = IntStream.range(from, from + count).mapToObj(i -> SampleInstances.create(row(i), "1"))
                .toList();
        commit(store, writes);
        return writes;
    }

    private static void commit(InstanceStore by, List<InstanceWrite> writes) {
        assertThat(await(by.commit(writes))).containsOnly(CommitResult.COMMITTED);
    }

    private void writeWithoutCounts(List<InstanceWrite> writes) {
        unit.run(WITHOUT_COUNTS[0]);
        commit(store, writes);
        unit.run(WITHOUT_COUNTS[1], WITHOUT_COUNTS[2], WITHOUT_COUNTS[3]);
    }

    @Test
    void whatIsThereAlreadyIsCountedBesideWriters() {
        List<InstanceWrite> written = new ArrayList<>(create(0, 1_000));
        try (InstanceStore other = another()) {
            await(other.heartbeat(SampleInstances.B, LONG_MILLIS));
            for (int round = 0; round < 30; round++) {
                if (round % 10 == 0) {
                    unit.run("DELETE FROM cairn_count");
                }
                List<CompletableFuture<List<CommitResult>>> commits = new ArrayList<>();
                List<InstanceWrite> creates = new ArrayList<>();
                for (int writer = 0; writer < 4; writer++) {
                    List<InstanceWrite> batch = new ArrayList<>();
                    for (int i = 0; i < 10; i++) {
                        batch.add(continued(written.remove(random.nextInt(written.size()))));
                    }
                    int created = 1_000 + 40 * round + 10 * writer;
                    IntStream.range(created, created + 10).forEach(i -> batch.add(SampleInstances.create(row(i), "1")));
                    commits.add((writer % 2 == 0 ? store : other).commit(batch).subscribeAsCompletionStage());
                    creates.addAll(batch.subList(10, 20));
                }
                counts();
                commits.forEach(commit -> assertThat(await(Uni.createFrom().completionStage(commit)))
                        .containsOnly(CommitResult.COMMITTED));
                written.addAll(creates);
            }
        }
        compare();
    }

    @Test
    void whatNodesOfAnEarlierVersionWriteIsCountedWhenTheyAreGone() {
        await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceWrite> written = create(0, 100);
        compare();

        unit.run("INSERT INTO cairn_node (id, name, alive_until, superseded) VALUES ('old~1', 'old', "
                + SampleInstances.FUTURE_MILLIS
                + ", FALSE)");
        writeWithoutCounts(written.subList(0, 50).stream().map(this::continued).toList());
        for (int question = 0; question < 20; question++) {
            assertThat(counts()).isEmpty();
        }
        unit.run("UPDATE cairn_node SET alive_until = 1000 WHERE id = 'old~1'");
        compare();
        commit(store, List.of(continued(written.get(60))));
        compare();
        assertThat(counts()).isPresent();

        // The earlier node stood still, and goes on.
        unit.run("UPDATE cairn_node SET alive_until = " + SampleInstances.FUTURE_MILLIS + " WHERE id = 'old~1'");
        assertThat(counts()).isEmpty();
    }

    /** No counts were queried while the node ran, and later heartbeats forget nodes that have left. */
    @Test
    void aNodeOfAnEarlierVersionThatHasLeftIsNoticed() {
        await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceWrite> written = create(0, 100);
        compare();

        unit.run("INSERT INTO cairn_node (id, name, alive_until, superseded) VALUES ('old~1', 'old', 1000, FALSE)");
        writeWithoutCounts(written.subList(0, 50).stream().map(this::continued).toList());
        await(store.heartbeat(SampleInstances.B, LONG_MILLIS));
        compare();
    }

    /** Each life has counts of its own, which are added up when it is gone. */
    @Test
    void nodesOfThisVersionComeAndGo() {
        await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
        create(0, 20);
        compare();
        for (int life = 2; life < 6; life++) {
            try (InstanceStore other = another()) {
                Node node = new Node("c", String.valueOf(life));
                await(other.heartbeat(node, LONG_MILLIS));
                commit(other, List.of(SampleInstances.create(row(100 + life), "1")));
                commit(other,
                        List.of(SampleInstances.create(row(200 + life), "1"), SampleInstances.create(row(300 + life), "1")));
                assertThat(counts()).as("the same counts are right").isPresent();
                await(other.heartbeat(node, 0));
            }
            compare();
        }
        assertThat(nodesWithCounts()).contains("c~2", "c~5");
        try (InstanceStore other = another()) {
            Node node = new Node("d", "1");
            // The second one begins a recount, which has ended when the store is closed.
            await(other.heartbeat(node, LONG_MILLIS));
            await(other.heartbeat(node, LONG_MILLIS));
        }
        assertThat(nodesWithCounts()).doesNotContain("c~2", "c~3", "c~4", "c~5");
        assertThat(counts()).isPresent();
        compare();
    }

    private List<String> nodesWithCounts() {
        return new StoreTransactions(unit.sessions(), PATIENCE).single("nodes",
                connection -> InstanceResultSetMapper.query(connection,
                        "SELECT DISTINCT node_id FROM cairn_count", List.of(), result -> result.getString(1)));
    }
}
