package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.RedisScriptRunner.bytes;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.persistence.redis.RedisScriptRunner.Part;
import dev.cairn.persistence.redis.ShardMergeScan.Hit;
import dev.cairn.spi.InstanceMessage;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** Messages to the owners of instances, left by other nodes. */
final class RedisInstanceMessages {

    /** Number of messages for other nodes that a call of the script skips before it lets the server do other work. */
    private static final int LOOKS = 1_000;

    private final RedisScriptRunner server;
    private final RedisKeys keys;

    RedisInstanceMessages(RedisScriptRunner server, RedisKeys keys) {
        this.server = server;
        this.keys = keys;
    }

    Uni<Void> post(InstanceMessage message) {
        Part part = new Part(keys.shardOf(message.instanceId()),
                List.of(bytes(message.instanceId()), bytes(message.id()), message.body()));
        return server.write("post a message", ServerScript.POST, List.of(part)).replaceWithVoid();
    }

    Uni<List<InstanceMessage>> read(String nodeId, int limit) {
        return ShardMergeScan.ascending(server, "read messages", ServerScript.MESSAGES, keys.shards(),
                (after, wanted) -> List.of(bytes(nodeId), after == null ? bytes("-") : RedisKeys.beyond(after), bytes(wanted),
                        bytes(LOOKS)))
                .first(limit).map(hits -> hits.stream().map(RedisInstanceMessages::message).toList());
    }

    private static InstanceMessage message(Hit hit) {
        // Behind its number: instance, 0, message.
        String ids = RedisKeys.idOf(hit.member());
        int end = ids.indexOf('\0');
        return new InstanceMessage(ids.substring(0, end), ids.substring(end + 1), hit.value());
    }

    Uni<Boolean> isPosted(InstanceMessage message) {
        return server.read("look for a message", Request.cmd(Command.HEXISTS)
                .arg(keys.messages(message.instanceId())).arg(message.id())).map(Response::toBoolean);
    }

    Uni<Void> handled(List<InstanceMessage> messages) {
        List<Part> parts = new ArrayList<>();
        keys.byShard(messages, InstanceMessage::instanceId).forEach((shard, ofShard) -> {
            List<byte[]> arguments = new ArrayList<>();
            ofShard.forEach(message -> {
                arguments.add(bytes(message.instanceId()));
                arguments.add(bytes(message.id()));
            });
            parts.add(new Part(shard, arguments));
        });
        return parts.isEmpty() ? Uni.createFrom().voidItem()
                : server.write("remove messages", ServerScript.HANDLED, parts).replaceWithVoid();
    }
}
