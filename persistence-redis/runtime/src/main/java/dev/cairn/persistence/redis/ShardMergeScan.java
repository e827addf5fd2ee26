package dev.cairn.persistence.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

import dev.cairn.persistence.redis.RedisScriptRunner.Part;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Response;

/**
 * Reads the first members of an index that every shard has a part of, in the order of their bytes or its reverse. Shards are asked
 * for a few at a time, and again only if what they have may come before what was found.
 *
 * <p>
 * A script answers the last member it looked at if there may be more, or nothing; then members, each with what belongs to it.
 */
final class ShardMergeScan {

    private static final int MIN_MEMBERS = 32;
    /** Number of members that one call of a bounded scan examines, over all shards: the server does nothing else meanwhile. */
    private static final int MAX_MEMBERS = 1_000;
    private static final int MIN_OF_A_SHARD = 4;

    /** A result: the member of the index, and its value. */
    record Hit(byte[] member, byte[] value) {}

    /**
     * @param hits at most the requested number
     * @param reached the member up to which everything was examined, if more members exist and fewer hits than requested were
     *        found; else null
     */
    record Found(List<Hit> hits, byte[] reached) {}

    /** Says how to go on in a shard. */
    interface Question {
        /**
         * @param after the last member looked at, or null at the beginning
         */
        List<byte[]> arguments(byte[] after, int wanted);
    }

    /** The read position in one shard. */
    private static final class Shard {
        private final int number;
        private byte[] reached;
        private boolean exhausted;

        Shard(int number) {
            this.number = number;
        }
    }

    private final RedisScriptRunner server;
    private final String what;
    private final ServerScript script;
    private final Question question;
    private final Comparator<byte[]> order;
    private final Predicate<Hit> filter;
    private final List<Shard> shards = new ArrayList<>();
    private final List<Hit> hits = new ArrayList<>();
    private final OperationDeadline deadline;
    private int limit;
    private int wanted;
    private boolean bounded;
    private int mayLookAt;

    private ShardMergeScan(RedisScriptRunner server, String what, ServerScript script, int shardCount, boolean newestFirst,
            Predicate<Hit> filter, Question question) {
        this.server = server;
        this.what = what;
        this.script = script;
        this.question = question;
        this.filter = filter;
        deadline = server.deadline();
        Comparator<byte[]> ascending = Arrays::compareUnsigned;
        order = newestFirst ? ascending.reversed() : ascending;
        for (int i = 0; i < shardCount; i++) {
            shards.add(new Shard(i));
        }
    }

    static ShardMergeScan ascending(RedisScriptRunner server, String what, ServerScript script, int shardCount,
            Question question) {
        return new ShardMergeScan(server, what, script, shardCount, false, hit -> true, question);
    }

    static ShardMergeScan descending(RedisScriptRunner server, String what, ServerScript script, int shardCount,
            Predicate<Hit> filter,
            Question question) {
        return new ShardMergeScan(server, what, script, shardCount, true, filter, question);
    }

    /** Reads the first hits; to be called once, or {@link #first(int, int)}. */
    Uni<List<Hit>> first(int count) {
        return begin(count).map(Found::hits);
    }

    /** Reads the first hits, and ends early after it has examined {@code mostLookedAt} members. */
    Uni<Found> first(int count, int mostLookedAt) {
        bounded = true;
        mayLookAt = mostLookedAt;
        return begin(count);
    }

    private Uni<Found> begin(int count) {
        limit = count;
        wanted = Math.min(count, Math.max(MIN_MEMBERS, 2 * count / shards.size()));
        return goOn();
    }

    private Uni<Found> goOn() {
        hits.sort(Comparator.comparing(Hit::member, order));
        List<Shard> open = shards.stream().filter(this::mayHaveMore).toList();
        if (open.isEmpty()) {
            return Uni.createFrom().item(new Found(hits.subList(0, Math.min(limit, hits.size())), null));
        }
        if (bounded && mayLookAt <= 0) {
            return Uni.createFrom().item(endedEarly(open));
        }
        int each = bounded ? Math.min(wanted, Math.max(MIN_OF_A_SHARD, MAX_MEMBERS / open.size())) : wanted;
        mayLookAt -= each * open.size();
        List<Part> parts = open.stream()
                .map(shard -> new Part(shard.number, question.arguments(shard.reached, each))).toList();
        return server.read(what, script, parts, deadline).flatMap(answers -> {
            for (int i = 0; i < answers.size(); i++) {
                take(open.get(i), answers.get(i));
            }
            wanted = Math.min(MAX_MEMBERS, 2 * wanted);
            return goOn();
        });
    }

    /** The hits up to the position that all shards have reached; the rest of some shards is read again. */
    private Found endedEarly(List<Shard> open) {
        byte[] reached = open.stream().map(shard -> shard.reached).min(order).orElseThrow();
        return new Found(hits.stream().filter(hit -> order.compare(hit.member(), reached) <= 0).toList(), reached);
    }

    private boolean mayHaveMore(Shard shard) {
        return !shard.exhausted && (shard.reached == null || hits.size() < limit
                || order.compare(shard.reached, hits.get(limit - 1).member()) < 0);
    }

    private void take(Shard shard, Response answer) {
        byte[] reached = answer.get(0).toBytes();
        shard.exhausted = reached.length == 0;
        shard.reached = reached;
        for (int i = 1; i + 1 < answer.size(); i += 2) {
            // The value of a member may be gone meanwhile: then so is the member.
            if (answer.get(i + 1) != null) {
                Hit hit = new Hit(answer.get(i).toBytes(), answer.get(i + 1).toBytes());
                if (filter.test(hit)) {
                    hits.add(hit);
                }
            }
        }
    }
}
