package dev.cairn.persistence.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jboss.logging.Logger;

/**
 * What a server says of itself.
 *
 * @param info what INFO gives, by name
 * @param fileSync when the append-only file is written to the disk: {@code always}, {@code everysec}, {@code no}; null if unknown
 * @param snapshots when snapshots are taken; empty for never, null if unknown
 */
record ServerFacts(Map<String, String> info, String fileSync, String snapshots) {

    private static final Logger LOG = Logger.getLogger(RedisStore.class);

    /** Parses what INFO answers: lines of name, colon and value, and headings. */
    static Map<String, String> parse(String info) {
        return info.lines().filter(line -> line.indexOf(':') > 0 && line.charAt(0) != '#')
                .collect(Collectors.toMap(line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1).strip(), (first, second) -> first));
    }

    /** True if keys are spread over several servers, so that one script may touch one shard only. */
    boolean cluster() {
        return "1".equals(info.get("cluster_enabled"));
    }

    /** True if there is an append-only file, and the server can wait until it is on the disk. */
    boolean canWaitForDisk() {
        return appendsToFile() && atLeast(7, 2);
    }

    /** True if whatever anybody can read is on the disk: the server answers nobody before it has written what it did until then. */
    boolean writesBeforeAnswers() {
        return "always".equals(fileSync);
    }

    private boolean appendsToFile() {
        return "1".equals(info.get("aof_enabled"));
    }

    private boolean atLeast(int major, int minor) {
        // Valkey states the version of Redis that it is compatible with under this name.
        String[] version = info.getOrDefault("redis_version", "0.0").split("\\.");
        int foundMajor = Integer.parseInt(version[0]);
        return foundMajor > major || foundMajor == major && Integer.parseInt(version[1]) >= minor;
    }

    private String name() {
        String valkey = info.get("valkey_version");
        return valkey == null ? "Redis " + info.get("redis_version") : "Valkey " + valkey;
    }

    /** What is wrong with the server for a store, as messages; empty if all is well. */
    List<String> faults(Durability durability) {
        List<String> faults = new ArrayList<>();
        String eviction = info.getOrDefault("maxmemory_policy", "noeviction");
        if (eviction.startsWith("allkeys")) {
            faults.add(
                    "CAIRN-0538: The server drops instances when its memory is full [server=" + name() + ", maxmemory-policy="
                            + eviction + "]. Set maxmemory-policy noeviction.");
        }
        if (!appendsToFile()) {
            faults.add("CAIRN-0539: The server has no append-only file [server=" + name() + ", save="
                    + (snapshots == null ? "unknown" : snapshots)
                    + "]: a crash of it loses what was written since its last snapshot, or everything. Set appendonly yes.");
        } else if (durability == Durability.STRICT && !canWaitForDisk() && !writesBeforeAnswers()) {
            faults.add("CAIRN-0540: The server cannot say when a write is on its disk [server=" + name() + ", appendfsync="
                    + (fileSync == null ? "unknown" : fileSync)
                    + "]: a crash of its machine loses up to two seconds, or more with appendfsync no."
                    + " Set appendfsync always, or use Redis 7.2, Valkey 7.2, or later.");
        } else if (durability == Durability.STRICT && "no".equals(fileSync)) {
            faults.add("CAIRN-0542: The server never says that a write is on its disk [server=" + name()
                    + ", appendfsync=no], so nothing is acknowledged. Set appendfsync always, or"
                    + " quarkus.cairn.redis.durability=batched.");
        }
        return faults;
    }

    /** Says what is wrong. */
    void report(Durability durability) {
        LOG.debugf("Found %s [cluster=%s, appendonly=%s, appendfsync=%s]", name(), cluster(), appendsToFile(), fileSync);
        faults(durability).forEach(LOG::warn);
        if (fileSync == null) {
            LOG.info("CAIRN-0541: The settings of the server cannot be read [server=" + name()
                    + "], so they were not checked in full. Nothing to do if you know them.");
        }
    }
}
