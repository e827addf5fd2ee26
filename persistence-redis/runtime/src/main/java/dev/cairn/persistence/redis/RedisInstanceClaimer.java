package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.RedisScriptRunner.bytes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

import dev.cairn.persistence.redis.RedisScriptRunner.Part;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Response;

/** Claims instances. */
final class RedisInstanceClaimer {

    private static final int MAX_WAITING = 100;

    private final RedisScriptRunner server;
    private final RedisKeys keys;
    /** One search for orphans at a time: the next one tells the server that the answer before it arrived. */
    private final CallThrottle searches = new CallThrottle(1, MAX_WAITING);
    /** Shards that may have given orphans in an answer that was lost, until they give none of them any more. Used by one search at a time. */
    private final BitSet uncertainShards = new BitSet();
    /** By shard, what its last answer that arrived gave. Used by one search at a time. */
    private final Map<Integer, List<Claim>> claimsByShard = new HashMap<>();
    /** By node, until when it may take something over in each shard, by the clock of its server; milliseconds. */
    private final Map<String, AtomicLongArray> takesOverUntilMillis = new ConcurrentHashMap<>();
    private int nextShard;

    RedisInstanceClaimer(RedisScriptRunner server, RedisKeys keys) {
        this.server = server;
        this.keys = keys;
    }

    /** A heartbeat was answered: by each shard with its time, in their order. */
    void heard(String nodeId, long aliveForMillis, List<Response> answers) {
        AtomicLongArray until = takesOverUntilMillis.computeIfAbsent(nodeId, any -> new AtomicLongArray(answers.size()));
        for (int shard = 0; shard < answers.size(); shard++) {
            until.set(shard, answers.get(shard).toLong() + InstanceStore.takeoverMillis(aliveForMillis));
        }
    }

    private byte[] takesOverUntil(String nodeId, int shard) {
        AtomicLongArray until = takesOverUntilMillis.get(nodeId);
        return bytes(until == null ? Long.MAX_VALUE : until.get(shard));
    }

    Uni<List<Claim>> claim(String nodeId, List<String> ids) {
        List<List<String>> idsOfParts = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        keys.byShard(ids, id -> id).forEach((shard, ofShard) -> {
            List<byte[]> arguments = new ArrayList<>();
            arguments.add(bytes(nodeId));
            arguments.add(takesOverUntil(nodeId, shard));
            ofShard.forEach(id -> arguments.add(bytes(id)));
            idsOfParts.add(ofShard);
            parts.add(new Part(shard, arguments));
        });
        return server.write("claim instances", ServerScript.CLAIM, parts).map(answers -> {
            List<Claim> claims = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) {
                Iterator<String> id = idsOfParts.get(i).iterator();
                for (Response header : answers.get(i)) {
                    byte[] encoded = header.toBytes();
                    String claimed = id.next();
                    if (encoded.length > 0) {
                        claims.add(claim(claimed, encoded));
                    }
                }
            }
            return claims;
        });
    }

    private static Claim claim(String id, byte[] encoded) {
        InstanceHeader header = InstanceHeader.decode(id, encoded);
        return new Claim(header.row(), header.epoch(), header.entries());
    }

    /** Claims orphans, from another shard first each time. */
    Uni<List<Claim>> orphans(String nodeId, int limit) {
        return searches.submit(() -> {
            nextShard = (nextShard + 1) % keys.shards();
            Deque<Integer> shards = new ArrayDeque<>(IntStream.range(0, keys.shards())
                    .mapToObj(i -> (nextShard + i) % keys.shards()).toList());
            return search(nodeId, limit, shards, new ArrayList<>());
        });
    }

    private Uni<List<Claim>> search(String nodeId, int limit, Deque<Integer> shards, List<Claim> claims) {
        int wanted = limit - claims.size();
        if (wanted <= 0 || shards.isEmpty()) {
            return Uni.createFrom().item(claims);
        }
        List<Integer> asked = new ArrayList<>();
        while (asked.size() < wanted && !shards.isEmpty()) {
            asked.add(shards.remove());
        }
        int each = wanted / asked.size();
        List<Part> parts = asked.stream().map(shard -> new Part(shard, arguments(nodeId, each, shard))).toList();
        BitSet before = (BitSet) uncertainShards.clone();
        asked.forEach(uncertainShards::set);
        return server.write("claim orphans", ServerScript.ORPHANS, parts).map(answers -> {
            for (int i = 0; i < answers.size(); i++) {
                int shard = asked.get(i);
                // An unreadable instance must not be returned again for ever.
                uncertainShards.clear(shard);
                List<Claim> found = found(answers.get(i));
                claims.addAll(found);
                claimsByShard.put(shard, found);
                // As long as it may give again what was lost it is told what of that has arrived.
                uncertainShards.set(shard, before.get(shard) && !found.isEmpty());
                if (found.size() >= each) {
                    shards.add(shard);
                }
            }
            return true;
        })
                // Claims of earlier rounds are kept and not repeated; the shards of this round stay unsure.
                .onFailure(failure -> !claims.isEmpty()).recoverWithItem(false)
                .flatMap(on -> on ? search(nodeId, limit, shards, claims) : Uni.createFrom().item(claims));
    }

    private List<byte[]> arguments(String nodeId, int wanted, int shard) {
        List<byte[]> arguments = new ArrayList<>(
                List.of(bytes(nodeId), takesOverUntil(nodeId, shard), bytes(wanted),
                        bytes(uncertainShards.get(shard) ? 1 : 0)));
        if (uncertainShards.get(shard)) {
            for (Claim arrived : claimsByShard.getOrDefault(shard, List.of())) {
                arguments.add(bytes(arrived.row().id()));
                arguments.add(InstanceHeader.epoch(arrived.epoch()));
            }
        }
        return arguments;
    }

    private static List<Claim> found(Response answer) {
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < answer.size(); i += 2) {
            claims.add(claim(answer.get(i).toString(), answer.get(i + 1).toBytes()));
        }
        return claims;
    }
}
