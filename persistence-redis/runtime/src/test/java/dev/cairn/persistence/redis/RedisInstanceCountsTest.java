package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.InstanceCount;
import dev.cairn.servers.RedisServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.testkit.CountCheck;
import dev.cairn.testkit.SampleInstances;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;

/** Counts of instances that are not counted yet, and of instances that nodes of an earlier version write. */
@Tag("servers")
@Tag("redis")
class RedisInstanceCountsTest {

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(RedisServer::new);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int SHARDS = 3;
    private static final long PAST_MILLIS = 1_000;

    private final String prefix = UUID.randomUUID().toString();
    private final RedisKeys keys = new RedisKeys(prefix, SHARDS);
    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private RedisStore store;

    @BeforeEach
    void open() {
        store = SERVER.opener().open(prefix, SHARDS, RedisDurability.BATCHED);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    private List<InstanceCount> counts() {
        return CountCheck.counted(store);
    }

    private void compare() {
        CountCheck.compare(store, "seed " + seed);
    }

    private InstanceRow row(int number, int workflows) {
        return CountCheck.row(random, number, workflows);
    }

    private List<InstanceWrite> create(int count) {
        List<InstanceWrite> writes = IntStream.range(0, count).mapToObj(i -> SampleInstances.create(row(i, 4), "1")).toList();
        for (int from = 0; from < count; from += 500) {
            commit(writes.subList(from, Math.min(count, from + 500)));
        }
        return writes;
    }

    private void commit(List<InstanceWrite> writes) {
        assertThat(await(store.commit(writes))).containsOnly(CommitResult.COMMITTED);
    }

    private void eachShard(Command command, String suffix, Object... arguments) {
        for (int shard = 0; shard < SHARDS; shard++) {
            List<Object> all = new ArrayList<>(List.of(keys.base(shard) + suffix));
            Collections.addAll(all, arguments);
            SERVER.opener().send(command, all.toArray());
        }
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
        eachShard(Command.DEL, ":c");
        assertThat(await(store.counts())).isEmpty();
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
            unknown += await(store.counts()).isEmpty() ? 1 : 0;
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
        await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceWrite> written = create(100);
        compare();

        eachShard(Command.HSET, ":n", "@old", "old~1", "iold~1", SampleInstances.FUTURE_MILLIS);
        writeWithoutCounts(() -> commit(written.subList(0, 50).stream()
                .map(write -> next(row(Integer.parseInt(write.row().id().substring(2)), 4), 1, 1, "2")).toList()));
        for (int question = 0; question < 20; question++) {
            assertThat(await(store.counts())).isEmpty();
        }
        // The earlier node has crashed.
        eachShard(Command.HSET, ":n", "iold~1", PAST_MILLIS);
        compare();
        commit(List.of(next(row(1, 4), 1, 2, "3")));
        compare();

        // The earlier node stood still, and goes on.
        eachShard(Command.HSET, ":n", "iold~1", SampleInstances.FUTURE_MILLIS);
        assertThat(await(store.counts())).isEmpty();
    }

    /** No counts were queried while the node ran. */
    @Test
    void aNodeOfAnEarlierVersionThatHasLeftIsNoticed() {
        await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
        List<InstanceWrite> written = create(100);
        compare();

        eachShard(Command.HSET, ":n", "@old", "old~1");
        writeWithoutCounts(() -> commit(written.subList(0, 50).stream()
                .map(write -> next(row(Integer.parseInt(write.row().id().substring(2)), 4), 1, 1, "2")).toList()));
        // A node that begins forgets the lives of others that have left.
        await(store.heartbeat(SampleInstances.B, LONG_MILLIS));
        assertThat(await(store.counts())).isEmpty();
        compare();
    }

    @Test
    void nodesOfThisVersionComeAndGoWithoutACount() {
        Node later = new Node(SampleInstances.A.name(), "2");
        await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
        create(100);
        await(store.heartbeat(SampleInstances.B, LONG_MILLIS));
        await(store.heartbeat(later, LONG_MILLIS));
        await(store.heartbeat(SampleInstances.B, 0));
        await(store.heartbeat(new Node("c", "1"), LONG_MILLIS));
        await(store.heartbeat(later, 0));
        assertThat(await(store.counts())).contains(counts());
        compare();
    }

    /** Otherwise, zeros of versions without instances would stay for ever. */
    @Test
    void nothingIsKeptOfWhatHasNoInstances() {
        await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
        commit(List.of(SampleInstances.create(SampleInstances.ended("a", PAST_MILLIS), "1")));
        assertThat(counts()).hasSize(1);
        assertThat(await(store.removeEnded(PAST_MILLIS, 10))).isEqualTo(1);
        assertThat(counts()).isEmpty();
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(SERVER.opener().send(Command.HLEN, keys.base(shard) + ":c").toInteger()).isEqualTo(1);
        }
    }
}
