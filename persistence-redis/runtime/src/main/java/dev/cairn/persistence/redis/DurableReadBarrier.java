package dev.cairn.persistence.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.redis.RedisScriptRunner.Part;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.redis.client.Response;

/**
 * Reports ends and suspensions only after they are durable. The server shows them to every reader as soon as it has them, while
 * the node that wrote them may still wait for the disk or for replicas; so readers wait as well.
 *
 * <p>
 * Concurrent readers wait together for the next round: a round takes one write and one wait. Another server may answer at the
 * same address by then, so the round also checks that this server has the read data.
 */
final class DurableReadBarrier {

    /** Maximum number of remembered durable headers. */
    private static final int MAX_KNOWN = 10_000;
    private static final float LOAD = .75f;
    private static final String WAITING = "wait until what was read is durable";

    private final RedisScriptRunner server;
    private final RedisKeys keys;
    private final Map<String, Position> known = new LinkedHashMap<>(16, LOAD, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Position> eldest) {
            return size() > MAX_KNOWN;
        }
    };
    private List<Reader> waiting = new ArrayList<>();
    private boolean underWay;

    DurableReadBarrier(RedisScriptRunner server, RedisKeys keys) {
        this.server = server;
        this.keys = keys;
    }

    /** Completes once the read headers are durable, usually at once; fails if that is unknown. */
    Uni<Void> when(Collection<InstanceHeader> read) {
        if (!server.showsWhatIsNotDurable()) {
            return Uni.createFrom().voidItem();
        }
        List<InstanceHeader> unknown = unknown(read);
        return unknown.isEmpty() ? Uni.createFrom().voidItem() : Uni.createFrom().emitter(emitter -> {
            synchronized (this) {
                waiting.add(new Reader(unknown, emitter));
            }
            begin();
        });
    }

    private synchronized List<InstanceHeader> unknown(Collection<InstanceHeader> read) {
        return read.stream().filter(header -> isAtRest(header) && !Position.of(header).equals(known.get(header.row().id())))
                .toList();
    }

    private static boolean isAtRest(InstanceHeader header) {
        return header.row().status() == InstanceStatus.SUSPENDED || header.row().status().ended();
    }

    /** These headers are durable: no reader needs to wait for them. */
    void add(Stream<InstanceHeader> durable) {
        if (server.showsWhatIsNotDurable()) {
            remember(durable);
        }
    }

    private synchronized void remember(Stream<InstanceHeader> durable) {
        durable.filter(DurableReadBarrier::isAtRest).forEach(header -> known.put(header.row().id(), Position.of(header)));
    }

    private void begin() {
        List<Reader> round = next();
        if (round.isEmpty()) {
            return;
        }
        try {
            ask(round);
        } catch (RuntimeException | Error e) {
            // For example, memory was exhausted: later readers must not wait behind this round for ever.
            failed(round, e);
        }
    }

    private void ask(List<Reader> round) {
        List<InstanceHeader> read = round.stream().flatMap(reader -> reader.read.stream()).toList();
        Map<Integer, List<InstanceHeader>> byShard = keys.byShard(read, header -> header.row().id());
        List<Part> parts = byShard.entrySet().stream().map(shard -> new Part(shard.getKey(), arguments(shard.getValue())))
                .toList();
        server.write(WAITING, ServerScript.SETTLE, parts).map(answers -> others(byShard.values(), answers)).subscribe()
                .with(others -> {
                    remember(read.stream().filter(header -> !others.contains(header)));
                    ended();
                    round.forEach(reader -> reader.settle(others));
                }, failure -> failed(round, failure));
    }

    private void failed(List<Reader> round, Throwable failure) {
        ended();
        round.forEach(reader -> reader.emitter.fail(failure));
    }

    private static List<byte[]> arguments(List<InstanceHeader> read) {
        return read.stream()
                .flatMap(header -> Stream.of(RedisScriptRunner.bytes(header.row().id()),
                        InstanceHeader.fence(header.epoch(), header.entries())))
                .toList();
    }

    /** Of what was read what the server has in another state. */
    private static Set<InstanceHeader> others(Collection<List<InstanceHeader>> byShard, List<Response> answers) {
        Set<InstanceHeader> others = new HashSet<>();
        Iterator<Response> answer = answers.iterator();
        byShard.forEach(read -> answer.next().forEach(number -> others.add(read.get(number.toInteger()))));
        return others;
    }

    private synchronized List<Reader> next() {
        if (underWay) {
            return List.of();
        }
        List<Reader> round = waiting;
        waiting = new ArrayList<>();
        underWay = !round.isEmpty();
        return round;
    }

    private void ended() {
        synchronized (this) {
            underWay = false;
        }
        begin();
    }

    private record Reader(List<InstanceHeader> read, UniEmitter<? super Void> emitter) {
        void settle(Set<InstanceHeader> others) {
            if (read.stream().anyMatch(others::contains)) {
                emitter.fail(RedisStoreExceptionFactory.failed(WAITING,
                        new IllegalStateException("It is not what was read any more")));
            } else {
                emitter.complete(null);
            }
        }
    }

    /** Distinguishes a state of an instance from every other one. */
    private record Position(long epoch, long entries) {
        static Position of(InstanceHeader header) {
            return new Position(header.epoch(), header.entries());
        }
    }
}
