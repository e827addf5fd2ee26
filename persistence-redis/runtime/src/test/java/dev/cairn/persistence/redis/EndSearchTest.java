package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.ShardedStoreFixture.SHARDS;
import static dev.cairn.persistence.redis.ShardedStoreFixture.await;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.create;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.InstanceStatus;
import dev.cairn.servers.RedisServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.MillisRange;
import dev.cairn.testkit.SampleInstances;
import dev.cairn.testkit.StoredCountCheck;
import io.vertx.redis.client.Command;

/** Searches for instances that ended within a time, by the index by end and without it. */
@Tag("servers")
@Tag("redis")
class EndSearchTest {

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(RedisServer::new);

    private static final String HEADERS_READ = "cmdstat_lindex";
    private static final int WORKFLOWS = 3;
    private static final int BATCH = 500;
    private static final long PAST_MILLIS = 1_000;
    private static final long KEPT_UNTIL_MILLIS = 10_000_000;
    /** A bound of the index by end: no time of creation begins with this byte. */
    private static final byte[] END_BOUND = { '[', (byte) 0xFF };
    /** More ended instances than a search sorts. */
    private static final int MANY = 12_000;

    @RegisterExtension
    final ShardedStoreFixture fixture = new ShardedStoreFixture(SERVER);

    private final RedisKeys keys = fixture.keys;
    private final long seed = fixture.seed;
    private final Random random = fixture.random;

    private static InstanceRow ended(int number, InstanceStatus status, long createdAtMillis, long endedAtMillis) {
        return new InstanceRow(String.format("i-%06d", number), "shop:w" + number % WORKFLOWS, "1.0.0", status, createdAtMillis,
                endedAtMillis, InstanceRow.NEVER, null).withKeepUntil(KEPT_UNTIL_MILLIS);
    }

    private List<InstanceRow> write(int count, IntFunction<InstanceRow> row) {
        List<InstanceRow> rows = IntStream.range(0, count).mapToObj(row).toList();
        commit(rows.stream().map(one -> create(one, "1")).toList());
        return rows;
    }

    private void commit(List<InstanceWrite> writes) {
        for (int from = 0; from < writes.size(); from += BATCH) {
            assertThat(await(fixture.store().commit(writes.subList(from, Math.min(writes.size(), from + BATCH)))))
                    .containsOnly(CommitResult.COMMITTED);
        }
    }

    private static InstanceQuery endedIn(long fromMillis, long toMillis) {
        return InstanceQuery.all(50).withEnded(new MillisRange(fromMillis, toMillis));
    }

    /** The rows of all pages. */
    private List<InstanceRow> find(InstanceQuery query) {
        List<InstanceRow> rows = new ArrayList<>();
        String cursor = null;
        do {
            InstancePage page = await(fixture.store().find(query.withCursor(cursor)));
            rows.addAll(page.rows());
            cursor = page.next();
        } while (cursor != null);
        return rows;
    }

    private static List<InstanceRow> newestFirst(Iterable<InstanceRow> rows, InstanceQuery query) {
        List<InstanceRow> found = new ArrayList<>();
        rows.forEach(row -> {
            if (query.matches(row)) {
                found.add(row);
            }
        });
        found.sort(Comparator.comparing(InstanceRow::createdAtMillis).thenComparing(InstanceRow::id).reversed());
        return found;
    }

    private static long headersRead() {
        String count = RedisServerInfo.parse(SERVER.opener().send(Command.INFO, "commandstats").toString())
                .getOrDefault(HEADERS_READ, "calls=0,");
        return Long.parseLong(count.substring("calls=".length(), count.indexOf(',')));
    }

    private long headersReadFor(InstanceQuery query) {
        long before = headersRead();
        await(fixture.store().find(query));
        return headersRead() - before;
    }

    /** The state that an earlier version leaves: it knows no index by end. */
    private void dropIndex() {
        fixture.eachShard(Command.DEL, ":g");
        for (InstanceStatus status : Set.of(InstanceStatus.CANCELLED, InstanceStatus.FAULTED, InstanceStatus.COMPLETED)) {
            for (int workflow = 0; workflow < WORKFLOWS; workflow++) {
                fixture.eachShard(Command.ZREMRANGEBYLEX, ":l:" + status.code() + ":shop:w" + workflow, END_BOUND, "+");
            }
        }
    }

    @Test
    void aSearchReadsTheInstancesOfItsPage() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        // The order of ends has nothing to do with that of creation.
        List<InstanceRow> rows = write(MANY, i -> ended(i, i % 2 == 0 ? InstanceStatus.COMPLETED : InstanceStatus.FAULTED, i,
                MANY + random.nextInt(MANY)));
        for (InstanceQuery query : List.of(endedIn(MANY + 5_000, MANY + 5_300), endedIn(2 * MANY - 100, Long.MAX_VALUE),
                endedIn(MANY + 5_000, MANY + 6_000).withWorkflow("shop:w1"),
                endedIn(MANY + 5_000, MANY + 6_000).withStatus(InstanceStatus.FAULTED),
                endedIn(MANY + 5_000, MANY + 6_000).withWorkflow("shop:w2").withStatus(InstanceStatus.COMPLETED))) {
            assertThat(headersReadFor(query)).as("seed %d: %s", seed, query).isLessThanOrEqualTo(3 * query.limit());
            assertThat(find(query)).as("seed %d: %s", seed, query).isEqualTo(newestFirst(rows, query));
        }
        assertThat(headersReadFor(endedIn(MANY - 10, MANY))).isZero();
    }

    /** No instance took long, so all that ended within the time were created within little more. */
    @Test
    void aSearchForMoreThanCanBeSortedReadsOnlyWhatWasCreatedNearThatTime() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        int gapMillis = 10;
        int count = 3 * MANY;
        List<InstanceRow> rows = write(count,
                i -> ended(i, InstanceStatus.COMPLETED, (long) gapMillis * i, (long) gapMillis * i + random.nextInt(2_000)));
        InstanceQuery query = endedIn((long) gapMillis * MANY, 2L * gapMillis * MANY);
        assertThat(headersReadFor(query)).as("seed %d", seed).isLessThanOrEqualTo(10L * query.limit());

        long before = headersRead();
        assertThat(find(query)).as("seed %d", seed).isEqualTo(newestFirst(rows, query));
        // A second is 100 instances; each of 240 pages reads up to as many again of each shard.
        assertThat(headersRead() - before).isLessThan(4L * MANY);
    }

    @Test
    void searchesFindWhatALookAtAllRowsFinds() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        compareSearches(changedRows());
    }

    /** Nothing has completed the index: no node has begun to count. */
    @Test
    void searchesWithoutTheIndexFindTheSame() {
        Map<String, InstanceRow> rows = changedRows();
        dropIndex();
        compareSearches(rows);
    }

    private Map<String, InstanceRow> changedRows() {
        Map<String, InstanceRow> rows = new TreeMap<>();
        write(MANY, i -> ended(i, randomEnd(), random.nextInt(100_000), 0)).forEach(row -> rows.put(row.id(), row));
        for (int round = 1; round < 3; round++) {
            List<InstanceWrite> writes = new ArrayList<>();
            for (InstanceRow row : List.copyOf(rows.values())) {
                if (random.nextInt(3) > 0) {
                    InstanceRow next = random.nextInt(10) == 0 ? running(row) : endedAgain(row);
                    rows.put(row.id(), next);
                    writes.add(SampleInstances.next(next, 1, round, "2"));
                } else {
                    // Each round writes an entry to each instance.
                    writes.add(SampleInstances.next(row, 1, round, "2"));
                }
            }
            commit(writes);
        }
        assertThat(await(fixture.store().removeEnded(PAST_MILLIS, MANY))).isEqualTo(
                (int) rows.values().stream().filter(row -> row.keepUntilMillis() == PAST_MILLIS).count());
        rows.values().removeIf(row -> row.keepUntilMillis() == PAST_MILLIS);
        return rows;
    }

    private InstanceStatus randomEnd() {
        return InstanceStatus.ofCode(4 + random.nextInt(3));
    }

    private InstanceRow endedAgain(InstanceRow row) {
        // A clock that was set back lets a few end before they were created.
        long duration = random.nextInt(20) == 0 ? -random.nextInt(500)
                : random.nextInt(random.nextInt(20) == 0 ? 50_000 : 1_000);
        return new InstanceRow(row.id(), row.workflow(), row.version(), randomEnd(), row.createdAtMillis(),
                Math.max(0, row.createdAtMillis() + duration), InstanceRow.NEVER, null)
                .withKeepUntil(random.nextInt(5) == 0 ? PAST_MILLIS : KEPT_UNTIL_MILLIS);
    }

    private static InstanceRow running(InstanceRow row) {
        return new InstanceRow(row.id(), row.workflow(), row.version(), InstanceStatus.RUNNING, row.createdAtMillis(),
                row.createdAtMillis(), InstanceRow.NEVER, null);
    }

    private void compareSearches(Map<String, InstanceRow> rows) {
        for (int search = 0; search < 30; search++) {
            long from = random.nextInt(100_000);
            long to = random.nextInt(8) == 0 ? Long.MAX_VALUE : from + random.nextInt(search % 2 == 0 ? 1_000 : 80_000);
            InstanceQuery query = InstanceQuery.all(1 + random.nextInt(1_000))
                    .withEnded(new MillisRange(random.nextInt(8) == 0 ? Long.MIN_VALUE : from, to));
            if (random.nextInt(3) == 0) {
                query = query.withWorkflow("shop:w" + random.nextInt(WORKFLOWS));
            }
            if (random.nextInt(3) == 0) {
                query = query.withStatuses(EnumSet.of(randomEnd(), randomEnd(), InstanceStatus.RUNNING));
            }
            if (random.nextInt(3) == 0) {
                query = query.withCreated(from - 20_000, from + 500);
            }
            assertThat(find(query)).as("seed %d: %s", seed, query).isEqualTo(newestFirst(rows.values(), query));
        }
    }

    @Test
    void whatAnEarlierVersionWroteIsAddedToTheIndex() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceRow> rows = write(MANY, i -> ended(i, InstanceStatus.COMPLETED, i, MANY + random.nextInt(MANY)));
        InstanceQuery query = endedIn(MANY + 5_000, MANY + 5_300);
        StoredCountCheck.counted(fixture.store());

        // A node of an earlier version, which knows no index by end, has written all, and still runs.
        fixture.eachShard(Command.HSET, ":n", "@old", "old~1", "iold~1", SampleInstances.FUTURE_MILLIS, "kold~1",
                SampleInstances.FUTURE_MILLIS);
        dropIndex();
        assertThat(find(query)).as("seed %d", seed).isEqualTo(newestFirst(rows, query));
        assertThat(headersReadFor(query)).isGreaterThan(1_000);

        // Its lease has ended.
        fixture.eachShard(Command.HSET, ":n", "iold~1", PAST_MILLIS);
        StoredCountCheck.counted(fixture.store());
        assertThat(headersReadFor(query)).isLessThanOrEqualTo(3 * query.limit());
        assertThat(find(query)).as("seed %d", seed).isEqualTo(newestFirst(rows, query));
    }

    /** Members that an earlier version leaves would stay for ever. */
    @Test
    void theIndexForgetsWhatAnEarlierVersionHasRemoved() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceRow> rows = write(BATCH, i -> ended(i, InstanceStatus.COMPLETED, 5, 20_000));
        fixture.eachShard(Command.HSET, ":n", "@old", "old~1");
        for (InstanceRow row : rows) {
            leaveEnd(row, 10_000);
            leaveEnd(row, 20_001);
        }
        for (int life = 0; life < 2; life++) {
            assertThat(find(endedIn(0, 30_000))).containsExactlyInAnyOrderElementsOf(rows);
            StoredCountCheck.counted(fixture.store());
        }
        long members = 0;
        for (int workflow = 0; workflow < WORKFLOWS; workflow++) {
            for (int shard = 0; shard < SHARDS; shard++) {
                members += SERVER.opener().send(Command.ZCARD, keys.base(shard) + ":l:6:shop:w" + workflow).toLong();
            }
        }
        assertThat(members).isEqualTo(2 * rows.size());
    }

    /** A member that leads to an instance that has ended at another time since. */
    @Test
    void anInstanceIsFoundOnceIfTheIndexHasTwoEnds() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceRow> rows = write(10, i -> ended(i, InstanceStatus.COMPLETED, i, 20_000));
        rows.forEach(row -> leaveEnd(row, 20_010));
        assertThat(find(endedIn(0, 30_000))).containsExactlyInAnyOrderElementsOf(rows);
        assertThat(find(endedIn(20_010, 30_000))).isEmpty();
        for (int limit = 1; limit <= 12; limit++) {
            assertThat(find(InstanceQuery.all(limit).withEnded(new MillisRange(0, 30_000)))).as("pages of " + limit)
                    .containsExactlyInAnyOrderElementsOf(rows);
        }
    }

    /** Before all instances are counted, the writer of an end would fill an index that is cleared first. */
    @Test
    void endsAreInTheIndexIfTheInstancesAreCounted() {
        List<InstanceRow> rows = write(40, i -> ended(i, InstanceStatus.COMPLETED, i, 20_000));
        assertThat(endMembers()).isZero();
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        StoredCountCheck.counted(fixture.store());
        assertThat(endMembers()).isEqualTo(rows.size());
        assertThat(find(endedIn(0, 30_000))).containsExactlyInAnyOrderElementsOf(rows);
    }

    private long endMembers() {
        long members = 0;
        for (int workflow = 0; workflow < WORKFLOWS; workflow++) {
            for (int shard = 0; shard < SHARDS; shard++) {
                members += SERVER.opener()
                        .send(Command.ZLEXCOUNT, keys.base(shard) + ":l:6:shop:w" + workflow, END_BOUND, "+").toLong();
            }
        }
        return members;
    }

    private void leaveEnd(InstanceRow row, long endedAtMillis) {
        byte[] member = RedisKeys.member(row.createdAtMillis(), row.id());
        byte[] left = ByteBuffer.allocate(1 + Long.BYTES + member.length).put(END_BOUND[1]).putLong(endedAtMillis).put(member)
                .array();
        SERVER.opener().send(Command.ZADD, keys.base(keys.shardOf(row.id())) + ":l:6:" + row.workflow(), "0", left);
    }
}
