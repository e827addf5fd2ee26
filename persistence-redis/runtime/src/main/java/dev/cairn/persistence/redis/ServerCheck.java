package dev.cairn.persistence.redis;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

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

    private final Connection connection;
    private final Settings settings;
    private final Keys keys;
    private volatile ServerFacts facts;
    private ServerFacts reported;
    private CompletableFuture<ServerFacts> asking;
    private volatile String refusal;

    ServerCheck(Connection connection, Settings settings, Keys keys) {
        this.connection = connection;
        this.settings = settings;
        this.keys = keys;
    }

    /** What the server is if that is known, or null. */
    ServerFacts known() {
        return facts;
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

    private Uni<ServerFacts> check() {
        String shards = String.valueOf(keys.shards());
        List<Request> requests = List.of(Request.cmd(Command.INFO),
                Request.cmd(Command.SET).arg(keys.shardsKey()).arg(shards).arg("NX"),
                Request.cmd(Command.GET).arg(keys.shardsKey()));
        Deadline deadline = new Deadline(settings.timeout()).begin();
        return connection.send("look at the server", requests, deadline).flatMap(answers -> {
            String found = answers.get(2).toString();
            return found.equals(shards) ? settings(ServerFacts.parse(answers.get(0).toString()), deadline)
                    : Uni.createFrom().failure(Failures.otherShards(settings.prefix(), keys.shards(), found));
        });
    }

    private Uni<ServerFacts> settings(Map<String, String> info, Deadline deadline) {
        List<Request> requests = Stream.of("appendfsync", "save", "no-appendfsync-on-rewrite")
                .map(name -> Request.cmd(Command.CONFIG).arg("GET").arg(name)).toList();
        return connection.send("read the settings of the server", requests, deadline)
                .map(answers -> new ServerFacts(info, fileSync(answers), value(answers.get(1))))
                // Managed servers forbid it. A connection that is lost here says nothing of the settings.
                .onFailure(Connection::isAnswer).recoverWithItem(() -> new ServerFacts(info, null, null))
                .call(found -> found.mayHaveTornTransaction() ? rewrite(found, deadline) : Uni.createFrom().voidItem())
                .invoke(this::take);
    }

    /** When the append-only file is written to the disk. */
    private static String fileSync(List<Response> answers) {
        String appendfsync = value(answers.get(0));
        boolean pauses = "yes".equals(value(answers.get(2)));
        return "always".equals(appendfsync) && pauses ? "always, but not on rewrite" : appendfsync;
    }

    /** Has what a crash may have left in the append-only file removed. Of a cluster, the server that was looked at is asked. */
    private Uni<Void> rewrite(ServerFacts found, Deadline deadline) {
        // The key leads to that server.
        List<Request> requests = List.of(Request.cmd(Command.GET).arg(keys.shardsKey()), Request.cmd(Command.BGREWRITEAOF));
        return connection.send("rewrite the append-only file", requests, deadline)
                .onFailure().invoke(failure -> refused(found, failure))
                .onFailure().recoverWithNull().replaceWithVoid();
    }

    private void refused(ServerFacts found, Throwable failure) {
        String answer = String.valueOf(failure.getCause() == null ? failure.getMessage() : failure.getCause().getMessage());
        // Another node may have been first.
        if (!answer.contains("in progress") && !answer.equals(refusal)) {
            LOG.infof("CAIRN-0546: The server did not rewrite its append-only file [server=%s]: %s. If its machine stopped"
                    + " since the last time it did, run BGREWRITEAOF.", found.name(), answer);
            refusal = answer;
        }
    }

    /** Redis 6 and later answers in the newer protocol with a map. */
    private static String value(Response answer) {
        if (answer.isMap()) {
            return answer.getKeys().stream().findFirst().map(name -> answer.get(name).toString()).orElse(null);
        }
        return answer.size() < 2 ? null : answer.get(1).toString();
    }

    private synchronized void take(ServerFacts found) {
        if (reported == null || !reported.faults(settings.durability()).equals(found.faults(settings.durability()))) {
            found.report(settings.durability());
        }
        reported = found;
        if (found.cluster()) {
            connection.toCluster();
        }
        facts = found;
    }
}
