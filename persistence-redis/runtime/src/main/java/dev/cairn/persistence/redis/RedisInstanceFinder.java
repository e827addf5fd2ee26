package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.RedisScriptRunner.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.cairn.persistence.redis.ShardMergeScan.Found;
import dev.cairn.persistence.redis.ShardMergeScan.Hit;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.Uni;

/** Finds instances and due timers in the indexes of all shards. */
final class RedisInstanceFinder {

    private static final byte[] NO_MARK = {};
    /** No name of a workflow has it. */
    private static final String WORKFLOW_SEPARATOR = "\n";
    /** Number of examined members after which a page ends, with any number of rows. */
    private static final int MAX_LOOKED_AT = 4_000;
    /**
     * Maximum number of instances that a call sorts by creation because they ended within a time; each shard sorts an equal
     * part. The server does nothing else meanwhile: about 2 µs for each.
     */
    private static final int MAX_SORTED_ENDS = 4_000;
    private static final byte[] NO_BOUND = {};

    private final RedisScriptRunner server;
    private final RedisKeys keys;
    private final DurableReadBarrier readBarrier;

    RedisInstanceFinder(RedisScriptRunner server, RedisKeys keys, DurableReadBarrier readBarrier) {
        this.server = server;
        this.keys = keys;
        this.readBarrier = readBarrier;
    }

    Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        byte[] first = after == null ? bytes("-") : RedisKeys.beyond(RedisKeys.member(after.dueAtMillis(), after.instanceId()));
        return times("read due times", "t", first, untilMillis, limit).map(hits -> hits.stream()
                .map(hit -> new DueTimer(RedisKeys.millisOf(hit.member()), RedisKeys.idOf(hit.member()))).toList());
    }

    /** Ended instances whose retention is over, with their headers; the earliest first. */
    Uni<List<Hit>> ends(long nowMillis, int limit) {
        return times("find ended instances", "e", bytes("-"), nowMillis, limit);
    }

    private Uni<List<Hit>> times(String what, String index, byte[] first, long untilMillis, int limit) {
        byte[] last = untilMillis == Long.MAX_VALUE ? bytes("+") : RedisKeys.beforeTime(untilMillis + 1);
        return ShardMergeScan.ascending(server, what, ServerScript.TIMES, keys.shards(),
                (after, wanted) -> List.of(bytes(index), after == null ? first : RedisKeys.beyond(after), last, bytes(wanted)))
                .first(limit);
    }

    private static byte[] member(String cursor) {
        byte[] member = HexFormat.of().parseHex(cursor);
        if (member.length <= Long.BYTES) {
            throw new IllegalArgumentException("Not a cursor that this store gave: " + cursor);
        }
        return member;
    }

    Uni<InstancePage> find(InstanceQuery query) {
        byte[] cursor = query.cursor() == null ? null : member(query.cursor());
        byte[] statuses = bytes(query.storedStatuses().stream().map(status -> Integer.toString(status.code()))
                .collect(Collectors.joining()));
        if (statuses.length == 0) {
            return Uni.createFrom().item(new InstancePage(List.of(), null));
        }
        List<byte[]> marks = RedisKeys.marks(query.keys());
        byte[] mark = marks.isEmpty() ? NO_MARK : marks.get(0);
        byte[] workflows = bytes(query.workflows() == null ? "" : String.join(WORKFLOW_SEPARATOR, query.workflows()));
        byte[] oldest = RedisKeys.timeBound(query.created().fromMillis());
        byte[] newest = RedisKeys.beforeTime(query.created().toMillis());
        byte[] first = cursor == null || Arrays.compareUnsigned(newest, RedisKeys.beyond(cursor)) < 0 ? newest
                : RedisKeys.beyond(cursor);
        byte[] endedFrom = query.ended().isAlways() ? NO_BOUND : RedisKeys.timeBound(query.ended().fromMillis());
        byte[] endedTo = query.ended().isAlways() ? NO_BOUND : RedisKeys.beforeTime(query.ended().toMillis());
        byte[] sortedEnds = bytes(MAX_SORTED_ENDS / keys.shards());
        return ShardMergeScan
                .descending(server, "find instances", ServerScript.FIND, keys.shards(), hit -> query.matches(row(hit)),
                        (after, wanted) -> List.of(mark, workflows, statuses, oldest,
                                after == null ? first : RedisKeys.beyond(after),
                                bytes(wanted), endedFrom, endedTo, sortedEnds))
                .first(query.limit() + 1, MAX_LOOKED_AT)
                .flatMap(found -> readBarrier
                        .when(found.hits().stream().limit(query.limit()).map(RedisInstanceFinder::header).toList())
                        .replaceWith(() -> page(found, query.limit(), RedisInstanceFinder::row)));
    }

    /** By the index of what can run. */
    Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        byte[] first = cursor == null ? RedisKeys.beyond(bytes(nodeId + '\0'))
                : RedisKeys.beyond(HexFormat.of().parseHex(cursor));
        byte[] last = RedisKeys.beyond(bytes(nodeId + '\1'));
        return ShardMergeScan.ascending(server, "find what a node owns", ServerScript.OWNED, keys.shards(),
                (after, wanted) -> List.of(bytes(nodeId), after == null ? first : RedisKeys.beyond(after), last, bytes(wanted)))
                .first(limit + 1, MAX_LOOKED_AT).map(found -> page(found, limit, hit -> {
                    String member = new String(hit.member(), StandardCharsets.UTF_8);
                    return InstanceHeader.decode(member.substring(nodeId.length() + 1), hit.value()).row();
                }));
    }

    private static InstancePage page(Found found, int limit, Function<Hit, InstanceRow> row) {
        List<Hit> hits = found.hits();
        byte[] last = hits.size() > limit ? hits.get(limit - 1).member() : found.reached();
        return new InstancePage(hits.stream().limit(limit).map(row).toList(),
                last == null ? null : HexFormat.of().formatHex(last));
    }

    static InstanceRow row(Hit hit) {
        return header(hit).row();
    }

    private static InstanceHeader header(Hit hit) {
        return InstanceHeader.decode(RedisKeys.idOf(hit.member()), hit.value());
    }
}
