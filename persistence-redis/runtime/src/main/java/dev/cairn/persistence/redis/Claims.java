package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.Server.bytes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;

import dev.cairn.persistence.redis.Server.Part;
import dev.cairn.spi.Claim;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Response;

/** Takes instances over. */
final class Claims {

    private static final int MOST_WAITING = 100;

    private final Server server;
    private final Keys keys;
    /** One search for orphans at a time: the next one tells the server that the answer before it arrived. */
    private final Throttle searches = new Throttle(1, MOST_WAITING);
    /** Shards that may have given orphans in an answer that was lost. Used by one search at a time. */
    private final BitSet unsure = new BitSet();
    /** Orphans that were given again, more than were asked for. Used by one search at a time. */
    private final Queue<Claim> surplus = new ArrayDeque<>();
    private int nextShard;

    Claims(Server server, Keys keys) {
        this.server = server;
        this.keys = keys;
    }

    Uni<List<Claim>> claim(String nodeId, List<String> ids) {
        List<List<String>> idsOfParts = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        keys.byShard(ids, id -> id).forEach((shard, ofShard) -> {
            List<byte[]> arguments = new ArrayList<>();
            arguments.add(bytes(nodeId));
            ofShard.forEach(id -> arguments.add(bytes(id)));
            idsOfParts.add(ofShard);
            parts.add(new Part(shard, arguments));
        });
        return server.write("claim instances", Script.CLAIM, parts).map(answers -> {
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
        Header header = Header.decode(id, encoded);
        return new Claim(header.row(), header.epoch());
    }

    /** Claims orphans, from another shard first each time. */
    Uni<List<Claim>> orphans(String nodeId, int limit) {
        return searches.submit(() -> {
            List<Claim> claims = new ArrayList<>();
            while (claims.size() < limit && !surplus.isEmpty()) {
                claims.add(surplus.remove());
            }
            nextShard = (nextShard + 1) % keys.shards();
            Deque<Integer> shards = new ArrayDeque<>(IntStream.range(0, keys.shards())
                    .mapToObj(i -> (nextShard + i) % keys.shards()).toList());
            return search(nodeId, limit, shards, claims);
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
        List<Part> parts = asked.stream().map(shard -> new Part(shard,
                List.of(bytes(nodeId), bytes(each), bytes(unsure.get(shard) ? 1 : 0)))).toList();
        asked.forEach(unsure::set);
        return server.write("claim orphans", Script.ORPHANS, parts).flatMap(answers -> {
            for (int i = 0; i < answers.size(); i++) {
                unsure.clear(asked.get(i));
                if (take(answers.get(i), limit, claims) >= each) {
                    shards.add(asked.get(i));
                }
            }
            return search(nodeId, limit, shards, claims);
        });
    }

    private int take(Response answer, int limit, List<Claim> claims) {
        for (int i = 0; i < answer.size(); i += 2) {
            Claim claim = claim(answer.get(i).toString(), answer.get(i + 1).toBytes());
            if (claims.size() < limit) {
                claims.add(claim);
            } else {
                surplus.add(claim);
            }
        }
        return answer.size() / 2;
    }
}
