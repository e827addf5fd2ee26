package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.RedisScriptRunner.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.cairn.persistence.redis.RedisScriptRunner.Part;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Response;

/** Messages between nodes. The messages of a node are in one shard, by the hash of its id. */
final class RedisNodeMessages implements NodeMessages {

    private final RedisScriptRunner server;
    private final RedisKeys keys;

    RedisNodeMessages(RedisScriptRunner server, RedisKeys keys) {
        this.server = server;
        this.keys = keys;
    }

    /** In a cluster the shards hear of a heartbeat one after another: who is alive in one of them may own instances there. */
    @Override
    public Uni<List<NodeLease>> leases() {
        List<Part> parts = IntStream.range(0, keys.shards()).mapToObj(shard -> new Part(shard, List.of())).toList();
        return server.read("see which nodes are alive", ServerScript.ALIVE, parts)
                .map(RedisNodeMessages::leases);
    }

    @Override
    public Uni<Void> tell(List<NodeMessage> messages) {
        return server.write("tell nodes", ServerScript.TELL, parts(messages,
                message -> Stream.of(bytes(message.nodeId()), bytes(message.id()), message.body()))).replaceWithVoid();
    }

    @Override
    public Uni<List<NodeMessage>> told(String nodeId, int limit) {
        Part part = new Part(keys.shardOf(nodeId), List.of(bytes(nodeId), bytes(limit)));
        return server.read("read what a node was told", ServerScript.TOLD, List.of(part)).map(answers -> {
            List<NodeMessage> messages = new ArrayList<>();
            Response found = answers.get(0);
            for (int i = 0; i < found.size(); i += 2) {
                messages.add(new NodeMessage(nodeId, found.get(i).toString(), found.get(i + 1).toBytes()));
            }
            return messages;
        });
    }

    @Override
    public Uni<List<String>> unheard(String messageId, List<String> nodeIds) {
        List<Part> parts = new ArrayList<>();
        keys.byShard(nodeIds, node -> node).forEach((shard, ofShard) -> {
            List<byte[]> arguments = new ArrayList<>();
            arguments.add(bytes(messageId));
            ofShard.forEach(node -> arguments.add(bytes(node)));
            parts.add(new Part(shard, arguments));
        });
        return server.read("see which nodes have heard", ServerScript.UNHEARD, parts).map(answers -> texts(answers).toList());
    }

    @Override
    public Uni<Void> heard(List<NodeMessage> messages) {
        return server.write("remove what a node has heard", ServerScript.HEARD, parts(messages,
                message -> Stream.of(bytes(message.nodeId()), bytes(message.id())))).replaceWithVoid();
    }

    private List<Part> parts(List<NodeMessage> messages, Function<NodeMessage, Stream<byte[]>> arguments) {
        List<Part> parts = new ArrayList<>();
        keys.byShard(messages, NodeMessage::nodeId)
                .forEach((shard, ofShard) -> parts.add(new Part(shard, ofShard.stream().flatMap(arguments).toList())));
        return parts;
    }

    private static List<NodeLease> leases(List<Response> answers) {
        Map<String, Long> longest = new TreeMap<>();
        for (Response answer : answers) {
            for (int i = 0; i < answer.size(); i += 2) {
                longest.merge(answer.get(i).toString(), answer.get(i + 1).toLong(), Math::max);
            }
        }
        return longest.entrySet().stream().map(node -> new NodeLease(node.getKey(), node.getValue())).toList();
    }

    private static Stream<String> texts(List<Response> answers) {
        return answers.stream().flatMap(answer -> answer.stream().map(Response::toString));
    }
}
