package dev.cairn.persistence.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import dev.cairn.persistence.redis.EventLoopRedisClients.Client;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/**
 * Asks servers for the facts that the store relies on, and keeps the answers: before anything else is asked of a server, each
 * minute, and again after anything failed. Behind the same address there may be another server by then, and each client finds
 * out by itself, since its connections may lead to the old one.
 */
final class RedisServerProbe {

    private static final Logger LOG = Logger.getLogger(RedisStoreLogCategory.CATEGORY);
    /** The client follows a shard to another server without a word, and an operator sets a server otherwise. */
    private static final long LOOK_MILLIS = Duration.ofMinutes(1).toMillis();

    private static final String LOOKING = "look at the server";

    private final RedisRequestSender requestSender;
    private final RedisSettings settings;
    private final RedisKeys keys;
    private final TimeSource time;
    private volatile Found found;
    /** Number of doubts about the identity of the server; one before the first look. */
    private volatile long doubts = 1;
    /** By client, how many doubts there had been when it was asked where it leads; 0 if it was not. */
    private final AtomicLongArray doubtsSeen;
    /** Of a cluster, by shard; null if it is unknown. */
    private final AtomicReferenceArray<Look> ofShards;
    /** The faults that were reported. */
    private final Set<String> reported = new HashSet<>();
    private final Map<Client, CompletableFuture<RedisServerInfo>> asking = new HashMap<>();
    private final Set<String> refusals = new HashSet<>();

    /** Checks the server for this number of clients. */
    RedisServerProbe(RedisRequestSender requestSender, int clients, RedisSettings settings, RedisKeys keys) {
        this(requestSender, clients, settings, keys, TimeSource.system());
    }

    /** With a clock of its own. */
    RedisServerProbe(RedisRequestSender requestSender, int clients, RedisSettings settings, RedisKeys keys, TimeSource time) {
        doubtsSeen = new AtomicLongArray(clients);
        this.requestSender = requestSender;
        this.settings = settings;
        this.keys = keys;
        this.time = time;
        ofShards = new AtomicReferenceArray<>(keys.shards());
    }

    /**
     * The facts of the server if they are known and this client was led to it since; null if not. The server is asked again
     * each minute; until then the last facts apply.
     */
    RedisServerInfo known(Client client) {
        Found known = found;
        if (known == null || known.doubts != doubts || doubtsSeen.get(client.number()) != known.doubts) {
            return null;
        }
        if (!known.facts.cluster() && time.elapsedMillis() - known.atMillis >= LOOK_MILLIS
                && known.old.compareAndSet(false, true)) {
            ask(client).subscribe().with(again -> {}, failure -> doubt());
        }
        return known.facts;
    }

    /** The facts at the last look; null before the first one. */
    RedisServerInfo last() {
        Found known = found;
        return known == null ? null : known.facts;
    }

    /** True if all servers are known, and this is true of each. */
    boolean all(Predicate<RedisServerInfo> test) {
        Found first = found;
        if (first == null || first.doubts != doubts) {
            return false;
        }
        if (!first.facts.cluster()) {
            return test.test(first.facts);
        }
        return IntStream.range(0, keys.shards()).mapToObj(ofShards::get)
                .allMatch(look -> look != null && test.test(look.found));
    }

    /** The known facts no longer hold. */
    synchronized void doubt() {
        doubts++;
    }

    /** The facts of the server. A second request with the same client, while one is under way, gets the same answer. */
    Uni<RedisServerInfo> ask(Client client) {
        return Uni.createFrom().emitter(emitter -> asked(client).whenComplete((facts, failure) -> {
            if (failure == null) {
                emitter.complete(facts);
            } else {
                emitter.fail(failure);
            }
        }));
    }

    // Not memoized: that may give a subscriber of another thread the item before the subscription, and flatMap then confuses the two.
    private synchronized CompletableFuture<RedisServerInfo> asked(Client client) {
        CompletableFuture<RedisServerInfo> known = asking.get(client);
        if (known != null) {
            return known;
        }
        CompletableFuture<RedisServerInfo> answer = new CompletableFuture<>();
        asking.put(client, answer);
        long before = doubts;
        check(client).subscribe().with(facts -> {
            take(client, facts, before);
            answer.complete(facts);
        }, failure -> {
            answered(client);
            answer.completeExceptionally(failure);
        });
        return answer;
    }

    private synchronized void answered(Client client) {
        asking.remove(client);
    }

    /** Facts that were doubted while the server was asked stay unknown. */
    private synchronized void take(Client client, RedisServerInfo facts, long before) {
        asking.remove(client);
        if (facts.cluster()) {
            requestSender.toCluster();
        }
        doubtsSeen.set(client.number(), before);
        if (found == null || found.doubts <= before) {
            found = new Found(facts, before, time.elapsedMillis(), new AtomicBoolean());
        }
    }

    /** Waits for the answers if the server is being asked. */
    void close(Duration patience) {
        CompletableFuture<?>[] answers;
        synchronized (this) {
            answers = asking.values().toArray(CompletableFuture[]::new);
        }
        CompletableFuture.allOf(answers).handle((all, failure) -> all)
                .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    private Uni<RedisServerInfo> check(Client client) {
        List<Request> reads = List.of(Request.cmd(Command.INFO), Request.cmd(Command.GET).arg(keys.shardsKey()));
        // Changes nothing, but a replica refuses it. A server without free memory accepts it: its data can be read, and
        // removed.
        List<Request> all = Stream.concat(reads.stream(), Stream.of(Request.cmd(Command.PERSIST).arg(keys.shardsKey())))
                .toList();
        OperationDeadline deadline = new OperationDeadline(settings.timeout()).begin();
        return requestSender.send(client, LOOKING, all, deadline)
                // The data of a server that takes no writes can still be read.
                .onFailure(RedisRequestSender::takesNoWrites)
                .recoverWithUni(() -> requestSender.send(client, LOOKING, reads, deadline))
                .flatMap(answers -> shards(client, answers.get(1), deadline)
                        .flatMap(kept -> kept.equals(String.valueOf(keys.shards()))
                                ? facts(client, answers.get(0), keys.shardsKey(), deadline)
                                : Uni.createFrom()
                                        .failure(RedisStoreExceptionFactory.otherShards(settings.prefix(), keys.shards(),
                                                kept))));
    }

    /** Number of shards that the store has there; recorded if there is none yet. */
    private Uni<String> shards(Client client, Response kept, OperationDeadline deadline) {
        if (kept != null) {
            return Uni.createFrom().item(kept.toString());
        }
        return requestSender.send(client, LOOKING,
                List.of(Request.cmd(Command.SET).arg(keys.shardsKey()).arg(String.valueOf(keys.shards())).arg("NX"),
                        Request.cmd(Command.GET).arg(keys.shardsKey())),
                deadline).map(answers -> answers.get(1).toString());
    }

    /**
     * The facts of the server of a shard, which is one of a cluster. It is asked each minute, and again after something failed
     * there.
     */
    Uni<RedisServerInfo> ofShard(Client client, int shard, OperationDeadline deadline) {
        Look known = ofShards.get(shard);
        if (known != null && time.elapsedMillis() - known.atMillis < LOOK_MILLIS) {
            return Uni.createFrom().item(known.found);
        }
        String key = keys.base(shard);
        return send(client, "look at the server of a shard", key, List.of(Request.cmd(Command.INFO)), deadline)
                .flatMap(answers -> facts(client, answers.get(0), key, deadline))
                .invoke(facts -> ofShards.set(shard, new Look(facts, time.elapsedMillis())));
    }

    /** The known facts of the server of a shard no longer hold. */
    void doubtShard(int shard) {
        ofShards.set(shard, null);
    }

    /**
     * Sends requests that have no keys.
     *
     * @param key they go to the server of a cluster that has it; null if there is no other server
     */
    private Uni<List<Response>> send(Client client, String what, String key, List<Request> requests,
            OperationDeadline deadline) {
        if (key == null) {
            return requestSender.send(client, what, requests, deadline);
        }
        List<Request> all = new ArrayList<>(List.of(Request.cmd(Command.GET).arg(key)));
        all.addAll(requests);
        return requestSender.send(client, what, all, deadline).map(answers -> answers.subList(1, answers.size()));
    }

    private Uni<RedisServerInfo> facts(Client client, Response info, String key, OperationDeadline deadline) {
        Map<String, String> told = RedisServerInfo.parse(info.toString());
        told.keySet().retainAll(RedisServerInfo.USED);
        String place = new RedisServerInfo(told, null, null).cluster() ? key : null;
        List<Request> requests = Stream.of("appendfsync", "save", "no-appendfsync-on-rewrite")
                .map(name -> Request.cmd(Command.CONFIG).arg("GET").arg(name)).toList();
        return send(client, "read the settings of the server", place, requests, deadline)
                .map(answers -> new RedisServerInfo(told, fileSync(answers), value(answers.get(1))))
                // Managed servers forbid it. A connection that is lost here says nothing of the settings.
                .onFailure(RedisRequestSender::isRefusal).recoverWithItem(() -> new RedisServerInfo(told, null, null))
                .call(facts -> facts.mayHaveTornTransaction() ? rewrite(client, facts, place, deadline)
                        : Uni.createFrom().voidItem())
                .invoke(this::report);
    }

    /** When the append-only file is written to the disk. */
    private static String fileSync(List<Response> answers) {
        String appendfsync = value(answers.get(0));
        boolean pauses = "yes".equals(value(answers.get(2)));
        return "always".equals(appendfsync) && pauses ? "always, but not on rewrite" : appendfsync;
    }

    /** Has what a crash may have left in the append-only file removed. */
    private Uni<Void> rewrite(Client client, RedisServerInfo facts, String key, OperationDeadline deadline) {
        return send(client, "rewrite the append-only file", key, List.of(Request.cmd(Command.BGREWRITEAOF)), deadline)
                .onFailure().invoke(failure -> refused(facts, failure))
                .onFailure().recoverWithNull().replaceWithVoid();
    }

    private void refused(RedisServerInfo facts, Throwable failure) {
        String answer = String.valueOf(failure.getCause() == null ? failure.getMessage() : failure.getCause().getMessage());
        String refusal = "CAIRN-0546: The server did not rewrite its append-only file [server=" + facts.name() + "]: " + answer
                + ". If its machine stopped since the last time it did, run BGREWRITEAOF.";
        // Another node may have been first.
        if (!answer.contains("in progress") && isNew(refusal)) {
            LOG.info(refusal);
        }
    }

    private synchronized boolean isNew(String refusal) {
        return refusals.add(refusal);
    }

    /** Redis 6 and later answers in the newer protocol with a map. */
    private static String value(Response answer) {
        if (answer.isMap()) {
            return answer.getKeys().stream().findFirst().map(name -> answer.get(name).toString()).orElse(null);
        }
        return answer.size() < 2 ? null : answer.get(1).toString();
    }

    private synchronized void report(RedisServerInfo facts) {
        facts.report(settings.durability(), reported);
    }

    /**
     * The result of a look.
     *
     * @param doubts number of doubts at the time of the question
     * @param old set once a caller has noticed the age of this result
     */
    private record Found(RedisServerInfo facts, long doubts, long atMillis, AtomicBoolean old) {}

    /** The result of a look, and its time. */
    private record Look(RedisServerInfo found, long atMillis) {}
}
