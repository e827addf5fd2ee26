package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.InstanceStatus;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;

/**
 * Keys that other software deleted, and those that a server lost in the middle of a script when its machine stopped: their
 * instances are damaged, and no others.
 */
@Tag("servers")
@Tag("redis")
class DamagedShardTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(ValkeyServer::new);

    private final String prefix = UUID.randomUUID().toString();
    private final RedisKeys keys = new RedisKeys(prefix, 1);
    private final RedisStore store = SERVER.opener().open(prefix, 1, RedisDurabilityMode.BATCHED);

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void endedInstancesBehindThoseWithoutAHeaderAreRemoved() {
        await(store.commit(Stream.of("a", "b", "c", "d").map(id -> create(ended(id, 10 + id.charAt(0)), "1")).toList()));
        send(Command.DEL, keys.instance("a"));
        send(Command.RPOP, keys.instance("b"));

        assertThat(await(store.removeEnded(1_000, 1))).isOne();
        assertThat(await(store.removeEnded(1_000, 1))).isOne();
        assertThat(await(store.removeEnded(1_000, 1))).isZero();
        assertThat(Stream.of("c", "d").map(id -> await(store.row(id)))).allMatch(row -> row.isEmpty());
        assertThat(send(Command.ZCARD, keys.base(0) + ":e").toInteger()).isZero();
        assertThat(send(Command.LLEN, keys.instance("b")).toInteger()).as("what is left of it").isOne();
    }

    /** As after a retry of which the server knew only the first half. */
    @Test
    void aMemberOfAnotherTimeDoesNotEndAnInstance() {
        await(store.commit(List.of(create(ended("a", 2_000), "1"))));
        send(Command.ZADD, keys.base(0) + ":e", 0, RedisKeys.member(500, "a"));

        assertThat(await(store.removeEnded(1_000, 10))).isZero();
        assertThat(await(store.row("a"))).isPresent();
        assertThat(await(store.removeEnded(3_000, 10))).isOne();
        assertThat(send(Command.ZCARD, keys.base(0) + ":e").toInteger()).isZero();
    }

    @Test
    void orphansBehindThoseWithoutAHeaderAreClaimed() {
        await(store.commit(Stream.of("a", "b", "c", "d")
                .map(id -> create(inPhase(id, InstanceStatus.RUNNING, null), "1")).toList()));
        send(Command.RPOP, keys.instance("a"));
        send(Command.DEL, keys.instance("b"));
        await(store.heartbeat(A, LONG_MILLIS));

        assertThat(claimed()).containsExactly("c");
        assertThat(claimed()).containsExactly("d");
        assertThat(claimed()).isEmpty();
    }

    private List<String> claimed() {
        return await(store.claimOrphans(NODE, 1)).stream().map(claim -> claim.row().id()).toList();
    }

    @Test
    void messagesBehindThoseThatLostTheirBodyAreHeard() {
        await(store.commit(Stream.of("a", "b").map(id -> create(inPhase(id, InstanceStatus.WAITING, null), "1")).toList()));
        for (String id : List.of("a", "b")) {
            await(store.post(new InstanceMessage(id, "m", id.getBytes(StandardCharsets.UTF_8))));
        }
        send(Command.DEL, keys.base(0) + ":m:a");

        assertThat(await(store.messages(NODE, 1))).extracting(InstanceMessage::instanceId).containsExactly("b");
        assertThat(send(Command.ZCARD, keys.base(0) + ":q").toInteger()).isOne();
    }

    @Test
    void whatANodeWasToldBehindWhatLostItsBodyIsHeard() {
        NodeMessages toNodes = store.nodeMessages().orElseThrow();
        await(store.heartbeat(A, LONG_MILLIS));
        await(toNodes.tell(Stream.of("1", "2").map(id -> new NodeMessage(NODE, id, new byte[] { 1 })).toList()));
        send(Command.HDEL, keys.base(0) + ":d:" + NODE, "1");

        // Members that lead nowhere may fill the first page.
        await(toNodes.told(NODE, 1));
        assertThat(await(toNodes.told(NODE, 1))).extracting(NodeMessage::id).containsExactly("2");
    }

    private static Response send(Command command, Object... arguments) {
        return SERVER.opener().send(command, arguments);
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(PATIENCE);
    }
}
