package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.Server.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.cairn.persistence.redis.MergedScan.Found;
import dev.cairn.persistence.redis.MergedScan.Hit;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.Uni;

/** Reads indexes over all shards. */
final class Finder {

    private static final byte[] NO_MARK = {};
    /** Number of examined members after which a page ends, with any number of rows. */
    private static final int MAX_LOOKED_AT = 4_000;
    /**
     * Maximum number of instances that a call sorts by creation because they ended within a time, over all shards. The server
     * does nothing else meanwhile: about 2 µs for each.
     */
    private static final int MAX_SORTED_ENDS = 4_000;
    private static final byte[] NO_BOUND = {};

    private final Server server;
    private final Keys keys;
    private final Settled settled;

    Finder(Server server, Keys keys, Settled settled) {
        this.server = server;
        this.keys = keys;
        this.settled = settled;
    }

    Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        byte[] first = after == null ? bytes("-") : Keys.beyond(Keys.member(after.dueAtMillis(), after.instanceId()));
        return times("read due times", "t", first, untilMillis, limit).map(hits -> hits.stream()
                .map(hit -> new DueTimer(Keys.millisOf(hit.member()), Keys.idOf(hit.member()))).toList());
    }

    /** Ended instances whose retention is over, with their headers; the earliest first. */
    Uni<List<Hit>> ends(long nowMillis, int limit) {
        return times("find ended instances", "e", bytes("-"), nowMillis, limit);
    }

    private Uni<List<Hit>> times(String what, String index, byte[] first, long untilMillis, int limit) {
        byte[] last = untilMillis == Long.MAX_VALUE ? bytes("+") : Keys.beforeTime(untilMillis + 1);
        return MergedScan.ascending(server, what, Script.TIMES, keys.shards(),
                (after, wanted) -> List.of(bytes(index), after == null ? first : Keys.beyond(after), last, bytes(wanted)))
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
        List<byte[]> marks = Keys.marks(query.keys());
        byte[] mark = marks.isEmpty() ? NO_MARK : marks.get(0);
        byte[] workflow = bytes(query.workflow() == null ? "" : query.workflow());
        byte[] oldest = Keys.timeBound(query.created().fromMillis());
        byte[] newest = Keys.beforeTime(query.created().toMillis());
        byte[] first = cursor == null || Arrays.compareUnsigned(newest, Keys.beyond(cursor)) < 0 ? newest : Keys.beyond(cursor);
        byte[] endedFrom = query.ended().isAlways() ? NO_BOUND : Keys.timeBound(query.ended().fromMillis());
        byte[] endedTo = query.ended().isAlways() ? NO_BOUND : Keys.beforeTime(query.ended().toMillis());
        byte[] sortedEnds = bytes(MAX_SORTED_ENDS / keys.shards());
        return MergedScan.descending(server, "find instances", Script.FIND, keys.shards(), hit -> query.matches(row(hit)),
                (after, wanted) -> List.of(mark, workflow, statuses, oldest, after == null ? first : Keys.beyond(after),
                        bytes(wanted), endedFrom, endedTo, sortedEnds))
                .first(query.limit() + 1, MAX_LOOKED_AT)
                .flatMap(found -> settled.when(found.hits().stream().limit(query.limit()).map(Finder::header).toList())
                        .replaceWith(() -> page(found, query.limit(), Finder::row)));
    }

    /** By the index of what can run. */
    Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        byte[] first = cursor == null ? Keys.beyond(bytes(nodeId + '\0')) : Keys.beyond(HexFormat.of().parseHex(cursor));
        byte[] last = Keys.beyond(bytes(nodeId + '\1'));
        return MergedScan.ascending(server, "find what a node owns", Script.OWNED, keys.shards(),
                (after, wanted) -> List.of(bytes(nodeId), after == null ? first : Keys.beyond(after), last, bytes(wanted)))
                .first(limit + 1, MAX_LOOKED_AT).map(found -> page(found, limit, hit -> {
                    String member = new String(hit.member(), StandardCharsets.UTF_8);
                    return Header.decode(member.substring(nodeId.length() + 1), hit.value()).row();
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

    private static Header header(Hit hit) {
        return Header.decode(Keys.idOf(hit.member()), hit.value());
    }
}
