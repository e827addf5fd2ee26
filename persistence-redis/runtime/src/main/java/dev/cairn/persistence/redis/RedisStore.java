package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.RedisScriptRunner.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.jboss.logging.Logger;

import dev.cairn.api.InstanceCount;
import dev.cairn.persistence.redis.RedisScriptRunner.Part;
import dev.cairn.persistence.redis.ShardMergeScan.Hit;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoredInstance;
import dev.cairn.spi.SupersededNodeException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Response;

/**
 * Keeps instances in Redis or Valkey, for all nodes of an application.
 *
 * <p>
 * A batch is one call of a script and one round trip; the script compares epoch and position, appends and moves indexes, all in
 * one. A crash of the server can lose writes, depending on its settings; the docs have a table.
 *
 * <p>
 * No failure is permanent except that of a store that is closed, or whose data are damaged or not understood by this version: the
 * client connects again by itself. When an answer is lost, what was written may be there; the same write is fenced then.
 */
public final class RedisStore implements InstanceStore {

    private static final Logger LOG = Logger.getLogger(RedisStoreLogCategory.CATEGORY);
    private static final StoreCapabilities CAPABILITIES = new StoreCapabilities("redis", true, true, 4, 4_096, true);

    private final EventLoopRedisClients clients;
    private final RedisKeys keys;
    private final RedisScriptRunner server;
    private final BatchCommitter committer;
    private final InstanceRecordLoader loader;
    private final RedisInstanceClaimer claims;
    private final RedisInstanceFinder finder;
    private final RedisInstanceCounts counts;
    private final RedisInstanceMessages messages;
    private final NodeMessages toNodes;

    private RedisStore(EventLoopRedisClients clients, RedisSettings settings) {
        this.clients = clients;
        keys = new RedisKeys(settings.prefix(), settings.shards());
        server = new RedisScriptRunner(clients, settings, keys);
        DurableReadBarrier settled = new DurableReadBarrier(server, keys);
        committer = new BatchCommitter(server, keys, settled);
        loader = new InstanceRecordLoader(server, keys, settled);
        claims = new RedisInstanceClaimer(server, keys);
        finder = new RedisInstanceFinder(server, keys, settled);
        counts = new RedisInstanceCounts(server, keys);
        messages = new RedisInstanceMessages(server, keys);
        toNodes = new RedisNodeMessages(server, keys);
    }

    /** Opens a store as {@link #open(EventLoopRedisClients, RedisSettings)} does, with one client, which it does not close. */
    public static RedisStore open(Redis client, Vertx vertx, RedisSettings settings) {
        return open(EventLoopRedisClients.one(client, vertx), settings);
    }

    /** Opens a store. The server need not be there yet: calls fail until it is. */
    public static RedisStore open(EventLoopRedisClients clients, RedisSettings settings) {
        RedisStore store = new RedisStore(clients, settings);
        store.server.look().subscribe().with(facts -> LOG.debugf("The store uses %s", settings),
                failure -> LOG.warn(failure.getMessage()));
        return store;
    }

    @Override
    public StoreCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        return committer.commit(List.copyOf(batch));
    }

    @Override
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        return loader.load(instanceId);
    }

    @Override
    public Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
        return loader.loadAll(List.copyOf(instanceIds));
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String instanceId) {
        return loader.row(instanceId);
    }

    @Override
    public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
        return claims.claim(nodeId, List.copyOf(instanceIds));
    }

    @Override
    public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
        return claims.orphans(nodeId, limit);
    }

    @Override
    public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        return finder.dueTimers(untilMillis, after, limit);
    }

    @Override
    public Uni<InstancePage> find(InstanceQuery query) {
        return Uni.createFrom().deferred(() -> finder.find(query));
    }

    @Override
    public Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        return Uni.createFrom().deferred(() -> finder.findOwned(nodeId, cursor, limit));
    }

    @Override
    public Uni<Optional<List<InstanceCount>>> counts() {
        return counts.counts();
    }

    /** See {@link RedisInstanceCounts#isCounting()}. */
    boolean isCounting() {
        return counts.isCounting();
    }

    @Override
    public Uni<Integer> removeEnded(long nowMillis, int limit) {
        return removeEnded(nowMillis, limit, 0);
    }

    private Uni<Integer> removeEnded(long nowMillis, int limit, int before) {
        int wanted = limit - before;
        return finder.ends(nowMillis, wanted).flatMap(ends -> ends.isEmpty() ? Uni.createFrom().item(before)
                : remove(ends).flatMap(removed -> {
                    int total = before + removed;
                    // Instances that changed meanwhile, or are damaged, leave room for others: a result below the limit would
                    // say that none are left.
                    return total == limit || ends.size() < wanted ? Uni.createFrom().item(total)
                            : removeEnded(nowMillis, limit, total);
                }));
    }

    private Uni<Integer> remove(List<Hit> ends) {
        List<Part> parts = new ArrayList<>();
        keys.byShard(ends, end -> RedisKeys.idOf(end.member())).forEach((shard, ofShard) -> {
            List<byte[]> arguments = new ArrayList<>();
            for (Hit end : ofShard) {
                List<byte[]> marks = end.value().length == 0 ? List.of() : RedisKeys.marks(RedisInstanceFinder.row(end).keys());
                arguments.add(end.member());
                arguments.add(bytes(marks.size()));
                arguments.addAll(marks);
            }
            parts.add(new Part(shard, arguments));
        });
        return server.write("remove ended instances", ServerScript.REMOVE, parts)
                .map(answers -> answers.stream().mapToInt(Response::toInteger).sum());
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        List<byte[]> arguments = List.of(bytes(node.id()), bytes(node.name()), bytes(aliveForMillis));
        // In each shard, because a script sees one shard only.
        List<Part> parts = IntStream.range(0, keys.shards()).mapToObj(shard -> new Part(shard, arguments)).toList();
        return server
                .hurry("say that this node is alive", ServerScript.HEARTBEAT, parts,
                        InstanceStore.heartbeatPatience(aliveForMillis))
                .map(answers -> {
                    if (answers.stream().anyMatch(answer -> answer.toLong() < 0)) {
                        throw new SupersededNodeException(node);
                    }
                    claims.heard(node.id(), aliveForMillis, answers);
                    counts.heard(aliveForMillis);
                    return answers.get(0).toLong();
                });
    }

    @Override
    public Uni<Void> post(InstanceMessage message) {
        return messages.post(message);
    }

    @Override
    public Uni<List<InstanceMessage>> messages(String nodeId, int limit) {
        return messages.read(nodeId, limit);
    }

    @Override
    public Uni<Boolean> isPosted(InstanceMessage message) {
        return messages.isPosted(message);
    }

    @Override
    public Uni<Void> handled(List<InstanceMessage> handled) {
        return messages.handled(List.copyOf(handled));
    }

    @Override
    public Optional<NodeMessages> nodeMessages() {
        return Optional.of(toNodes);
    }

    @Override
    public void close() {
        server.close();
        clients.close();
    }
}
