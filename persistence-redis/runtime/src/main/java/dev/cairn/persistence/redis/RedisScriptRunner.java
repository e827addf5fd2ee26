package dev.cairn.persistence.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.cairn.persistence.redis.EventLoopRedisClients.Client;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;

/** Runs scripts, on one server or on those of a cluster. */
final class RedisScriptRunner {

    // Together with writes and heartbeats no more than may use and wait for the connections of a Quarkus client with one of them.
    private static final int READS_UNDER_WAY = 16;
    private static final int MAX_WAITING = 10_000;
    // Together with an urgent call, fewer than the connections that a Quarkus client has to each server.
    private static final int CLUSTER_CALLS_UNDER_WAY = 4;
    private static final Command WAIT_FOR_DISK = Command.create("WAITAOF");

    /** Arguments of a script for one shard. */
    record Part(int shard, List<byte[]> arguments) {}

    /**
     * A run of a script.
     *
     * @param operation names the operation in failures
     * @param durable true if the answer waits until the writes are durable as the settings say
     */
    private record ScriptCall(String operation, ServerScript script, List<Part> parts, boolean durable) {

        ScriptCall only(Part part) {
            return new ScriptCall(operation, script, List.of(part), durable);
        }
    }

    private final EventLoopRedisClients clients;
    private final RedisRequestSender requestSender;
    private final RedisSettings settings;
    private final RedisKeys keys;
    private final RedisServerProbe serverProbe;
    private final CallThrottle writeThrottle;
    private final CallThrottle reads = new CallThrottle(READS_UNDER_WAY, MAX_WAITING);
    /** In a cluster, a call takes a connection to each server, and two that take them in turn could wait for each other. */
    private final CallThrottle clusterCalls = clusterCalls(CLUSTER_CALLS_UNDER_WAY);
    /** Heartbeats do not wait for the writes that wait for the disk. */
    private final CallThrottle hurriedCalls = clusterCalls(1);
    private volatile boolean closed;

    RedisScriptRunner(EventLoopRedisClients clients, RedisSettings settings, RedisKeys keys) {
        this.settings = settings;
        this.keys = keys;
        writeThrottle = new CallThrottle(settings.writesUnderWay(), MAX_WAITING);
        this.clients = clients;
        requestSender = new RedisRequestSender(clients.vertx());
        serverProbe = new RedisServerProbe(requestSender, clients.count(), settings, keys);
    }

    private static CallThrottle clusterCalls(int mostUnderWay) {
        return new CallThrottle(mostUnderWay, Integer.MAX_VALUE - mostUnderWay);
    }

    /** Looks at the server now rather than with the first call; what is wrong is logged. */
    Uni<RedisServerInfo> look() {
        return serverProbe.ask(clients.shared());
    }

    /**
     * Runs a script and waits until what it wrote is durable as the settings say.
     *
     * @return an answer for each part, in their order
     */
    Uni<List<Response>> write(String what, ServerScript script, List<Part> parts) {
        ScriptCall call = new ScriptCall(what, script, parts, true);
        return writeThrottle.submit(() -> checked(deadline(),
                (client, facts, deadline) -> split(client, call, facts, clusterCalls, deadline)));
    }

    /** Runs a script that only reads. */
    Uni<List<Response>> read(String what, ServerScript script, List<Part> parts) {
        return read(what, script, parts, deadline());
    }

    /** The same as a part of an operation that asks several times; in a cluster its time limit is that of each time. */
    Uni<List<Response>> read(String what, ServerScript script, List<Part> parts, OperationDeadline operation) {
        ScriptCall call = new ScriptCall(what, script, parts, false);
        return reads.submit(() -> checked(operation,
                (client, facts, deadline) -> split(client, call, facts, clusterCalls, deadline)));
    }

    /** The time limit of an operation, which has not begun. */
    OperationDeadline deadline() {
        return new OperationDeadline(settings.timeout());
    }

    /**
     * Runs a script whose effects need not survive, before all waiting scripts. If the server's facts are in doubt, it does not
     * wait for them either. All these scripts use one client, so after an unanswered one the next has another connection.
     *
     * @param patience time limit of the script if it is shorter than the usual one
     */
    Uni<List<Response>> hurry(String what, ServerScript script, List<Part> parts, Duration patience) {
        Duration timeout = patience.compareTo(settings.timeout()) < 0 ? patience : settings.timeout();
        return Uni.createFrom().deferred(() -> closed ? Uni.createFrom().failure(RedisStoreExceptionFactory.closed())
                : hurried(new ScriptCall(what, script, parts, false), new OperationDeadline(timeout).begin()));
    }

    private Uni<List<Response>> hurried(ScriptCall call, OperationDeadline deadline) {
        Client client = clients.shared();
        RedisServerInfo last = serverProbe.last();
        Uni<RedisServerInfo> facts = last != null ? Uni.createFrom().item(last)
                : serverProbe.ask(client).ifNoItem().after(Duration.ofMillis(Math.max(1, deadline.leftMillis())))
                        .failWith(() -> RedisStoreExceptionFactory.timedOut(call.operation, deadline.timeout()));
        return facts.flatMap(found -> split(client, call, found, hurriedCalls, deadline))
                .onFailure().invoke(serverProbe::doubt);
    }

    /** Sends one command that only reads. */
    Uni<Response> read(String what, Request request) {
        return read(what, List.of(request)).map(answers -> answers.get(0));
    }

    /**
     * Sends commands that only read.
     *
     * @return an answer for each, in their order; null where the server has nothing
     */
    Uni<List<Response>> read(String what, List<Request> requests) {
        return reads.submit(
                () -> checked(deadline(), (client, facts, deadline) -> facts.cluster() ? readOneByOne(client, what, requests)
                        : requestSender.send(client, what, requests, deadline)));
    }

    /** The keys of the commands may be on different servers of a cluster. */
    private Uni<List<Response>> readOneByOne(Client client, String what, List<Request> requests) {
        List<Function<OperationDeadline, Uni<List<Response>>>> reads = new ArrayList<>();
        requests.forEach(request -> reads.add(deadline -> requestSender.send(client, what, List.of(request), deadline)));
        return joined(what, reads, clusterCalls, settings.timeout());
    }

    /**
     * The answers of all calls, in their order; a failure if one fails. The calls wait for each other and for those of other
     * operations, so each has a time limit of its own. After an unanswered call no other begins: a silent server would use up
     * the time limit of each.
     */
    private Uni<List<Response>> joined(String what, List<Function<OperationDeadline, Uni<List<Response>>>> calls,
            CallThrottle throttle, Duration timeout) {
        AtomicReference<Throwable> silence = new AtomicReference<>();
        List<Uni<List<Response>>> answers = new ArrayList<>();
        calls.forEach(call -> answers.add(throttle.submit(() -> {
            OperationDeadline deadline = new OperationDeadline(timeout).begin();
            return silence.get() != null ? Uni.createFrom().failure(silence.get())
                    : call.apply(deadline).onFailure(failure -> deadline.leftMillis() == 0).invoke(silence::set);
        })));
        return Uni.join().all(answers).andCollectFailures().map(all -> all.stream().flatMap(List::stream)
                .collect(Collectors.toList()))
                .onFailure(failure -> !(failure instanceof StoreException))
                .transform(failure -> RedisStoreExceptionFactory.failed(what, failure));
    }

    /** True if readers may see writes that are not durable yet, or if that is unknown. */
    boolean showsWhatIsNotDurable() {
        return settings.replicas() > 0 || !serverProbe.all(facts -> settings.durability() != RedisDurabilityMode.STRICT
                || facts.writesBeforeAnswers() || !facts.canWaitForDisk());
    }

    /** Refuses calls from now on, and waits for those that were accepted, for as long as one may take. */
    void close() {
        closed = true;
        writeThrottle.close(settings.timeout());
        reads.close(settings.timeout());
        serverProbe.close(settings.timeout());
    }

    private interface Call<T> {
        Uni<T> on(Client client, RedisServerInfo facts, OperationDeadline deadline);
    }

    private <T> Uni<T> checked(OperationDeadline deadline, Call<T> call) {
        deadline.begin();
        Client client = clients.here();
        RedisServerInfo facts = serverProbe.known(client);
        Uni<T> answer = facts == null ? serverProbe.ask(client).flatMap(found -> call.on(client, found, deadline))
                : call.on(client, facts, deadline);
        return answer.onFailure().invoke(serverProbe::doubt);
    }

    private Uni<List<Response>> split(Client client, ScriptCall call, RedisServerInfo facts, CallThrottle throttle,
            OperationDeadline deadline) {
        if (!facts.cluster()) {
            return run(client, call, facts, deadline);
        }
        List<Function<OperationDeadline, Uni<List<Response>>>> runs = new ArrayList<>();
        call.parts.forEach(part -> runs.add(own -> serverProbe.ofShard(client, part.shard, own)
                .flatMap(found -> run(client, call.only(part), found, own))));
        // The server that failed may have others of these shards, which were not tried.
        return joined(call.operation, runs, throttle, deadline.timeout())
                .onFailure().invoke(() -> call.parts.forEach(part -> serverProbe.doubtShard(part.shard)));
    }

    private Uni<List<Response>> run(Client client, ScriptCall call, RedisServerInfo facts, OperationDeadline deadline) {
        Request known = Request.cmd(Command.EVALSHA).arg(call.script.sha());
        return send(client, call.operation, fill(known, call.parts), call.durable ? waiting(facts, deadline) : null, deadline)
                .onFailure(RedisRequestSender::isUnknownScript)
                .recoverWithUni(() -> send(client, call.operation,
                        fill(Request.cmd(Command.EVAL).arg(call.script.text()), call.parts),
                        call.durable ? waiting(facts, deadline) : null, deadline));
    }

    private Uni<List<Response>> send(Client client, String what, Request script, Request waiting, OperationDeadline deadline) {
        if (waiting == null) {
            return requestSender.send(client, what, List.of(script), deadline).map(RedisScriptRunner::answers);
        }
        return requestSender.send(client, what, List.of(script, waiting), deadline).map(answers -> {
            verify(answers.get(1));
            return answers(answers);
        });
    }

    private static List<Response> answers(List<Response> answers) {
        List<Response> parts = new ArrayList<>();
        answers.get(0).forEach(parts::add);
        return parts;
    }

    private Request fill(Request request, List<Part> parts) {
        request.arg(parts.size());
        parts.forEach(part -> request.arg(keys.base(part.shard)));
        for (Part part : parts) {
            request.arg(part.arguments.size());
            part.arguments.forEach(request::arg);
        }
        return request;
    }

    /** The request that waits until the writes before it are durable; null if the server's answer suffices. */
    private Request waiting(RedisServerInfo facts, OperationDeadline deadline) {
        // Less than the time that is left, so that it is the server who says what is missing.
        long millis = Math.max(1, deadline.leftMillis() / 2);
        if (settings.durability() == RedisDurabilityMode.STRICT && facts.canWaitForDisk()) {
            return Request.cmd(WAIT_FOR_DISK).arg(1).arg(settings.replicas()).arg(millis);
        }
        return settings.replicas() > 0 ? Request.cmd(Command.WAIT).arg(settings.replicas()).arg(millis) : null;
    }

    private void verify(Response waited) {
        boolean both = waited.type() == ResponseType.MULTI;
        long disks = both ? waited.get(0).toLong() : 1;
        long replicas = both ? waited.get(1).toLong() : waited.toLong();
        if (disks < 1 || replicas < settings.replicas()) {
            throw RedisStoreExceptionFactory.notOnDisk(disks, replicas, settings.replicas(), settings.timeout());
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }
}
