package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.ShardedStoreFixture.SHARDS;
import static dev.cairn.persistence.redis.ShardedStoreFixture.await;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.InstanceCount;
import dev.cairn.servers.RedisServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.testkit.SampleInstances;
import dev.cairn.testkit.StoredCountCheck;
import io.vertx.redis.client.Command;

/** Counts of instances that are not counted yet, and of instances that nodes of an earlier version write. */
@Tag("servers")
@Tag("redis")
class RedisInstanceCountsTest {

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(RedisServer::new);

    private static final long PAST_MILLIS = 1_000;

    @RegisterExtension
    final ShardedStoreFixture fixture = new ShardedStoreFixture(SERVER);

    private final RedisKeys keys = fixture.keys;
    private final long seed = fixture.seed;
    private final Random random = fixture.random;

    private List<InstanceCount> counts() {
        return StoredCountCheck.counted(fixture.store());
    }

    private void compare() {
        StoredCountCheck.compare(fixture.store(), "seed " + seed);
    }

    private InstanceRow row(int number, int workflows) {
        return StoredCountCheck.row(random, number, workflows);
    }

    private List<InstanceWrite> create(int count) {
        List<InstanceWrite> writes = IntStream.range(0, count).mapToObj(i -> SampleInstances.create(row(i, 4), "1")).toList();
        for (int from = 0; from < count; from += 500) {
            commit(writes.subList(from, Math.min(count, from + 500)));
        }
        return writes;
    }

    private void commit(List<InstanceWrite> writes) {
        assertThat(await(fixture.store().commit(writes))).containsOnly(CommitResult.COMMITTED);
    }

    /** Writes like an earlier version, whose scripts do not change the counts. */
    private void writeWithoutCounts(Runnable writing) {
        for (int shard = 0; shard < SHARDS; shard++) {
            if (SERVER.opener().send(Command.EXISTS, keys.base(shard) + ":c").toBoolean()) {
                SERVER.opener().send(Command.RENAME, keys.base(shard) + ":c", keys.base(shard) + ":aside");
            }
        }
        writing.run();
        for (int shard = 0; shard < SHARDS; shard++) {
            if (SERVER.opener().send(Command.EXISTS, keys.base(shard) + ":aside").toBoolean()) {
                SERVER.opener().send(Command.RENAME, keys.base(shard) + ":aside", keys.base(shard) + ":c");
            }
        }
    }

    @Test
    void whatIsThereAlreadyIsCountedBesideWriters() {
        List<InstanceWrite> written = new ArrayList<>(create(3_000));
        fixture.eachShard(Command.DEL, ":c");
        assertThat(await(fixture.store().counts())).isEmpty();
        int unknown = 0;
        int created = written.size();
        for (int round = 0; round < 60; round++) {
            List<InstanceWrite> batch = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                InstanceWrite before = written.remove(random.nextInt(written.size()));
                int number = Integer.parseInt(before.row().id().substring(2));
                batch.add(next(row(number, 4), 1, before.position() + before.entries().size(), "2"));
                // Some are created at positions that are already counted, some in a new workflow.
                batch.add(SampleInstances.create(row(created++, 5), "1"));
            }
            commit(batch);
            written.addAll(batch);
            unknown += await(fixture.store().counts()).isEmpty() ? 1 : 0;
        }
        compare();
        assertThat(unknown).as("rounds in which not all was counted").isPositive();
        // The positions that the count had reached are gone.
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(SERVER.opener().send(Command.HKEYS, keys.base(shard) + ":c").stream())
                    .allMatch(field -> field.toString().isEmpty() || field.toString().startsWith("n"));
        }
    }

    @Test
    void whatNodesOfAnEarlierVersionWriteIsCountedWhenTheyAreGone() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceWrite> written = create(100);
        compare();

        fixture.eachShard(Command.HSET, ":n", "@old", "old~1", "iold~1", SampleInstances.FUTURE_MILLIS);
        writeWithoutCounts(() -> commit(written.subList(0, 50).stream()
                .map(write -> next(row(Integer.parseInt(write.row().id().substring(2)), 4), 1, 1, "2")).toList()));
        for (int question = 0; question < 20; question++) {
            assertThat(await(fixture.store().counts())).isEmpty();
        }
        // The earlier node has crashed.
        fixture.eachShard(Command.HSET, ":n", "iold~1", PAST_MILLIS);
        compare();
        commit(List.of(next(row(1, 4), 1, 2, "3")));
        compare();

        // The earlier node stood still, and goes on.
        fixture.eachShard(Command.HSET, ":n", "iold~1", SampleInstances.FUTURE_MILLIS);
        assertThat(await(fixture.store().counts())).isEmpty();
    }

    /** No counts were queried while the node ran. */
    @Test
    void aNodeOfAnEarlierVersionThatHasLeftIsNoticed() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceWrite> written = create(100);
        compare();

        fixture.eachShard(Command.HSET, ":n", "@old", "old~1");
        writeWithoutCounts(() -> commit(written.subList(0, 50).stream()
                .map(write -> next(row(Integer.parseInt(write.row().id().substring(2)), 4), 1, 1, "2")).toList()));
        // A node that begins forgets the lives of others that have left.
        await(fixture.store().heartbeat(SampleInstances.B, LONG_MILLIS));
        assertThat(await(fixture.store().counts())).isEmpty();
        compare();
    }

    @Test
    void nodesOfThisVersionComeAndGoWithoutACount() {
        Node later = new Node(SampleInstances.A.name(), "2");
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        create(100);
        await(fixture.store().heartbeat(SampleInstances.B, LONG_MILLIS));
        await(fixture.store().heartbeat(later, LONG_MILLIS));
        await(fixture.store().heartbeat(SampleInstances.B, 0));
        await(fixture.store().heartbeat(new Node("c", "1"), LONG_MILLIS));
        await(fixture.store().heartbeat(later, 0));
        assertThat(await(fixture.store().counts())).contains(counts());
        compare();
    }

    /** Otherwise, zeros of versions without instances would stay for ever. */
    @Test
    void nothingIsKeptOfWhatHasNoInstances() {
        await(fixture.store().heartbeat(SampleInstances.A, LONG_MILLIS));
        commit(List.of(SampleInstances.create(SampleInstances.ended("a", PAST_MILLIS), "1")));
        assertThat(counts()).hasSize(1);
        assertThat(await(fixture.store().removeEnded(PAST_MILLIS, 10))).isEqualTo(1);
        assertThat(counts()).isEmpty();
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(SERVER.opener().send(Command.HLEN, keys.base(shard) + ":c").toInteger()).isEqualTo(1);
        }
    }
}
