package dev.cairn.persistence.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import dev.cairn.api.SearchKeys;

/**
 * Names of keys, and members of indexes. All keys of a shard begin with its base, {@code {prefix:shard}}, whose braces make a Redis
 * cluster keep them on one server:
 *
 * <ul>
 * <li>{@code :i:<id>} list, an instance: entries, header
 * <li>{@code :l:<status>:<workflow>} instances by creation, and behind them ended instances by a byte 255, end and creation;
 * {@code :w} set, the workflows there are; {@code :g} their longest durations, as scores
 * <li>{@code :k} instances by business key and attributes
 * <li>{@code :t} due times; {@code :e} ended instances by the end of their retention; {@code :r} what can run, by owner
 * <li>{@code :n} hash, nodes; {@code :p:<node>} hash, orphans just taken
 * <li>{@code :m:<id>} hash, messages of an instance; {@code :q} their order
 * <li>{@code :c} hash, the numbers of instances by phase, version and workflow
 * <li>{@code :s} written by who waits until what is there is durable
 * <li>{@code :d:<node>} hash, messages for a node; {@code :o:<node>} their order, a sorted set by number
 * </ul>
 *
 * Other indexes are sorted sets whose members all have the score 0, so that they are ordered by their bytes: what they are sorted by,
 * then the id.
 */
final class RedisKeys {

    private static final byte BUSINESS_KEY = 'b';
    private static final byte ATTRIBUTE = 'a';

    private final String prefix;
    private final int shards;
    private final String[] bases;

    RedisKeys(String prefix, int shards) {
        this.prefix = prefix;
        this.shards = shards;
        bases = new String[shards];
        for (int i = 0; i < shards; i++) {
            bases[i] = "{" + prefix + ":" + i + "}";
        }
    }

    /** Key of the number of shards. */
    String shardsKey() {
        return "{" + prefix + "}:shards";
    }

    int shards() {
        return shards;
    }

    String base(int shard) {
        return bases[shard];
    }

    /** Shard of an instance, by a hash that never changes. */
    int shardOf(String id) {
        int hash = id.hashCode() * 0x9E3779B1;
        return Integer.remainderUnsigned(hash ^ hash >>> 16, shards);
    }

    String instance(String id) {
        return bases[shardOf(id)] + ":i:" + id;
    }

    String messages(String instanceId) {
        return bases[shardOf(instanceId)] + ":m:" + instanceId;
    }

    /** Things by the shard of the instance they are about. */
    <T> Map<Integer, List<T>> byShard(Iterable<T> things, Function<T, String> idOf) {
        Map<Integer, List<T>> shardsOf = new TreeMap<>();
        things.forEach(thing -> shardsOf.computeIfAbsent(shardOf(idOf.apply(thing)), shard -> new ArrayList<>()).add(thing));
        return shardsOf;
    }

    /** Prefixes of the members of {@code :k} for an instance with these keys; none is the beginning of another one. */
    static List<byte[]> marks(SearchKeys keys) {
        if (keys == SearchKeys.NONE) {
            return List.of();
        }
        List<byte[]> marks = new ArrayList<>();
        if (keys.businessKey() != null) {
            marks.add(mark(BUSINESS_KEY, keys.businessKey()));
        }
        keys.attributes().forEach((name, value) -> marks.add(mark(ATTRIBUTE, name, value)));
        return marks;
    }

    private static byte[] mark(byte kind, String... texts) {
        ByteBuffer out = ByteBuffer.allocate(1 + texts.length * (Short.BYTES + 3 * SearchKeys.MAX_CHARACTERS)).put(kind);
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.putShort((short) bytes.length).put(bytes);
        }
        byte[] mark = new byte[out.position()];
        out.flip().get(mark);
        return mark;
    }

    /** A member of an index that is ordered by a time. */
    static byte[] member(long millis, String id) {
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(millis).put(bytes).array();
    }

    static long millisOf(byte[] member) {
        return ByteBuffer.wrap(member).getLong();
    }

    static String idOf(byte[] member) {
        return new String(member, Long.BYTES, member.length - Long.BYTES, StandardCharsets.UTF_8);
    }

    /** A bound that leaves a member out. */
    static byte[] beyond(byte[] member) {
        return bound('(', member);
    }

    /** A bound that lies before everything of a time; times before 1970 do not occur. */
    static byte[] timeBound(long millis) {
        return bound('[', ByteBuffer.allocate(Long.BYTES).putLong(Math.max(0, millis)).array());
    }

    /** A bound that leaves out everything of a time and later. */
    static byte[] beforeTime(long millis) {
        return bound('(', ByteBuffer.allocate(Long.BYTES).putLong(Math.max(0, millis)).array());
    }

    private static byte[] bound(char kind, byte[] member) {
        return ByteBuffer.allocate(1 + member.length).put((byte) kind).put(member).array();
    }
}
