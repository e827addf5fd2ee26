package dev.cairn.persistence.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/**
 * Asks the server what it is, before anything else is asked of it, and again after anything failed: behind the same address there
 * may be another one by then.
 */
final class ServerCheck {

    private static final Logger LOG = Logger.getLogger(RedisStore.class);
    /** The client follows a shard to another server without a word. */
    private static final long LOOK_MILLIS = Duration.ofMinutes(1).toMillis();

    private final Connection connection;
    private final Settings settings;
    private final Keys keys;
    private final TimeSource time;
    private volatile ServerFacts facts;
    /** Of a cluster, by shard; null if nobody knows. */
    private final AtomicReferenceArray<Look> ofShards;
    /** What is wrong, as far as it was said. */
    private final Set<String> reported = new HashSet<>();
    private CompletableFuture<ServerFacts> asking;
    private final Set<String> refusals = new HashSet<>();

    ServerCheck(Connection connection, Settings settings, Keys keys) {
        this(connection, settings, keys, TimeSource.system());
    }

    /** With a clock of its own. */
    ServerCheck(Connection connection, Settings settings, Keys keys, TimeSource time) {
        this.connection = connection;
        this.settings = settings;
        this.keys = keys;
        this.time = time;
        ofShards = new AtomicReferenceArray<>(keys.shards());
    }

    /** What the server is if that is known, or null. */
    ServerFacts known() {
        return facts;
    }

    /** True if all servers are known, and this is true of each. */
    boolean all(Predicate<ServerFacts> test) {
        ServerFacts first = facts;
        if (first == null || !first.cluster()) {
            return first != null && test.test(first);
        }
        return IntStream.range(0, keys.shards()).mapToObj(ofShards::get)
                .allMatch(look -> look != null && test.test(look.found));
    }

    /** What was known holds no longer. */
    void doubt() {
        facts = null;
    }

    /** What the server is. Who asks while somebody else does gets the same answer. */
    Uni<ServerFacts> ask() {
        return Uni.createFrom().emitter(emitter -> asked().whenComplete((found, failure) -> {
            if (failure == null) {
                emitter.complete(found);
            } else {
                emitter.fail(failure);
            }
        }));
    }

    // Not memoized: that may give a subscriber of another thread the item before the subscription, and flatMap then confuses the two.
    private synchronized CompletableFuture<ServerFacts> asked() {
        if (asking != null) {
            return asking;
        }
        CompletableFuture<ServerFacts> answer = new CompletableFuture<>();
        asking = answer;
        check().subscribe().with(found -> {
            answered();
            answer.complete(found);
        }, failure -> {
            answered();
            answer.completeExceptionally(failure);
        });
        return answer;
    }

    private synchronized void answered() {
        asking = null;
    }

    /** Waits for the answer if the server is being asked. */
    void close(Duration patience) {
        CompletableFuture<ServerFacts> answer;
        synchronized (this) {
            answer = asking;
        }
        if (answer != null) {
            answer.handle((found, failure) -> found).completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS).join();
        }
    }

    private Uni<ServerFacts> check() {
        String shards = String.valueOf(keys.shards());
        List<Request> requests = List.of(Request.cmd(Command.INFO),
                Request.cmd(Command.SET).arg(keys.shardsKey()).arg(shards).arg("NX"),
                Request.cmd(Command.GET).arg(keys.shardsKey()));
        Deadline deadline = new Deadline(settings.timeout()).begin();
        return connection.send("look at the server", requests, deadline).flatMap(answers -> {
            String found = answers.get(2).toString();
            return found.equals(shards) ? facts(answers.get(0), keys.shardsKey(), deadline)
                    : Uni.createFrom().failure(Failures.otherShards(settings.prefix(), keys.shards(), found));
        }).invoke(this::take);
    }

    /** What the server of a shard is, which is one of a cluster. It is asked each minute, and again after something failed there. */
    Uni<ServerFacts> ofShard(int shard, Deadline deadline) {
        Look known = ofShards.get(shard);
        if (known != null && time.elapsedMillis() - known.atMillis < LOOK_MILLIS) {
            return Uni.createFrom().item(known.found);
        }
        String key = keys.base(shard);
        return send("look at the server of a shard", key, List.of(Request.cmd(Command.INFO)), deadline)
                .flatMap(answers -> facts(answers.get(0), key, deadline))
                .invoke(found -> ofShards.set(shard, new Look(found, time.elapsedMillis())));
    }

    /** What was known of the server of a shard holds no longer. */
    void doubtShard(int shard) {
        ofShards.set(shard, null);
    }

    /**
     * Sends requests that have no keys.
     *
     * @param key they go to the server of a cluster that has it; null if there is no other server
     */
    private Uni<List<Response>> send(String what, String key, List<Request> requests, Deadline deadline) {
        if (key == null) {
            return connection.send(what, requests, deadline);
        }
        List<Request> all = new ArrayList<>(List.of(Request.cmd(Command.GET).arg(key)));
        all.addAll(requests);
        return connection.send(what, all, deadline).map(answers -> answers.subList(1, answers.size()));
    }

    private Uni<ServerFacts> facts(Response info, String key, Deadline deadline) {
        Map<String, String> told = ServerFacts.parse(info.toString());
        told.keySet().retainAll(ServerFacts.USED);
        String place = new ServerFacts(told, null, null).cluster() ? key : null;
        List<Request> requests = Stream.of("appendfsync", "save", "no-appendfsync-on-rewrite")
                .map(name -> Request.cmd(Command.CONFIG).arg("GET").arg(name)).toList();
        return send("read the settings of the server", place, requests, deadline)
                .map(answers -> new ServerFacts(told, fileSync(answers), value(answers.get(1))))
                // Managed servers forbid it. A connection that is lost here says nothing of the settings.
                .onFailure(Connection::isRefusal).recoverWithItem(() -> new ServerFacts(told, null, null))
                .call(found -> found.mayHaveTornTransaction() ? rewrite(found, place, deadline) : Uni.createFrom().voidItem())
                .invoke(this::report);
    }

    /** When the append-only file is written to the disk. */
    private static String fileSync(List<Response> answers) {
        String appendfsync = value(answers.get(0));
        boolean pauses = "yes".equals(value(answers.get(2)));
        return "always".equals(appendfsync) && pauses ? "always, but not on rewrite" : appendfsync;
    }

    /** Has what a crash may have left in the append-only file removed. */
    private Uni<Void> rewrite(ServerFacts found, String key, Deadline deadline) {
        return send("rewrite the append-only file", key, List.of(Request.cmd(Command.BGREWRITEAOF)), deadline)
                .onFailure().invoke(failure -> refused(found, failure))
                .onFailure().recoverWithNull().replaceWithVoid();
    }

    private void refused(ServerFacts found, Throwable failure) {
        String answer = String.valueOf(failure.getCause() == null ? failure.getMessage() : failure.getCause().getMessage());
        String refusal = "CAIRN-0546: The server did not rewrite its append-only file [server=" + found.name() + "]: " + answer
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

    private synchronized void report(ServerFacts found) {
        found.report(settings.durability(), reported);
    }

    private void take(ServerFacts found) {
        if (found.cluster()) {
            connection.toCluster();
        }
        facts = found;
    }

    /** What was found, and when. */
    private record Look(ServerFacts found, long atMillis) {}
}
