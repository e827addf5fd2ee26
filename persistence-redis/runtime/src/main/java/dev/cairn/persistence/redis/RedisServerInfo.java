package dev.cairn.persistence.redis;

import java.lang.module.ModuleDescriptor.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jboss.logging.Logger;

/**
 * The facts that a server reports about itself.
 *
 * @param info the values of INFO by name, as far as they are {@link #USED}
 * @param fileSync sync policy of the append-only file: {@code always}, {@code everysec}, {@code no}, or another fact that
 *        applies; null if unknown
 * @param snapshots schedule of snapshots; empty for never, null if unknown
 */
record RedisServerInfo(Map<String, String> info, String fileSync, String snapshots) {

    /** The values of INFO that are used. */
    static final Set<String> USED = Set.of("redis_version", "valkey_version", "run_id", "cluster_enabled", "aof_enabled",
            "aof_last_rewrite_time_sec", "aof_last_bgrewrite_status", "aof_rewrite_in_progress", "aof_rewrite_scheduled",
            "maxmemory_policy");

    private static final Logger LOG = Logger.getLogger(RedisStoreLogCategory.CATEGORY);
    private static final Version WITH_WAITAOF = Version.parse("7.2");
    private static final Version WITH_EARLY_WAITAOF = Version.parse("7.4");
    private static final Version WITH_MENDED_WAITAOF = Version.parse("8.0");
    private static final Version VALKEY_WITH_EARLY_WAITAOF = Version.parse("8.0");
    private static final Version VALKEY_WITH_MENDED_TAIL = Version.parse("9.1.2");

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
        return appendsToFile() && redis().compareTo(WITH_WAITAOF) >= 0 && !("everysec".equals(fileSync) && answersTooEarly());
    }

    /**
     * True if WAITAOF answers before the disk has the write where it is written once a second. See
     * <a href="https://github.com/redis/redis/pull/13793">what mended it</a> in Redis 8.0; no Valkey is known to be mended.
     */
    private boolean answersTooEarly() {
        return redis().compareTo(WITH_EARLY_WAITAOF) >= 0 && redis().compareTo(WITH_MENDED_WAITAOF) < 0
                || valkey().isPresent() && valkey().get().compareTo(VALKEY_WITH_EARLY_WAITAOF) >= 0;
    }

    /**
     * True if the append-only file may have a transaction of which only the beginning was written before the machine stopped.
     * The server ignores this part at its start, and leaves it in the file unless the end of the file is the end of a command.
     * At the start after that, the server executes it together with the transaction behind it. See <a
     * href="https://github.com/valkey-io/valkey/pull/4342">the fix</a>. A rewrite of the file removes it.
     */
    boolean mayHaveTornTransaction() {
        boolean rewritten = !"-1".equals(info.get("aof_last_rewrite_time_sec"))
                && "ok".equals(info.get("aof_last_bgrewrite_status"));
        return appendsToFile() && !rewritten && !rewriting()
                && valkey().filter(version -> version.compareTo(VALKEY_WITH_MENDED_TAIL) >= 0).isEmpty();
    }

    /** True if the server writes its append-only file anew, or is about to. */
    boolean rewriting() {
        return "1".equals(info.get("aof_rewrite_in_progress")) || "1".equals(info.get("aof_rewrite_scheduled"));
    }

    /** True if all visible writes are on the disk: before the server answers any client, it syncs all its earlier writes. */
    boolean writesBeforeAnswers() {
        return "always".equals(fileSync);
    }

    private boolean appendsToFile() {
        return "1".equals(info.get("aof_enabled"));
    }

    /** Of Valkey, the version of Redis that it is compatible with: 7.2. */
    private Version redis() {
        return version(info.getOrDefault("redis_version", "0"));
    }

    private Optional<Version> valkey() {
        return Optional.ofNullable(info.get("valkey_version")).map(RedisServerInfo::version);
    }

    /** An unreadable version counts as old. */
    private static Version version(String text) {
        try {
            return Version.parse(text);
        } catch (IllegalArgumentException e) {
            return Version.parse("0");
        }
    }

    /** Kind and version; of a cluster also which of its servers it is, as INFO says it there. */
    String name() {
        String valkey = info.get("valkey_version");
        String name = valkey == null ? "Redis " + info.get("redis_version") : "Valkey " + valkey;
        return cluster() ? name + " with run_id " + info.get("run_id") : name;
    }

    private boolean saysWhatIsOnDisk() {
        return canWaitForDisk() && (fileSync != null || !answersTooEarly());
    }

    /** Faults of the server as a store, as messages; empty if there are none. */
    List<String> faults(RedisDurabilityMode durability) {
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
                    + "]: a crash of it loses all writes since its last snapshot, or everything. Set appendonly yes.");
        } else if (durability == RedisDurabilityMode.STRICT && !writesBeforeAnswers() && !saysWhatIsOnDisk()) {
            faults.add("CAIRN-0540: The server cannot say when a write is on its disk [server=" + name() + ", appendfsync="
                    + (fileSync == null ? "unknown" : fileSync)
                    + (fileSync == null ? "]: unless it is always, a crash" : "]: a crash")
                    + " of its machine loses up to two seconds, or more with appendfsync no."
                    + " Set appendfsync always, or use Redis 8.0 or later.");
        } else if (durability == RedisDurabilityMode.STRICT && "no".equals(fileSync)) {
            faults.add("CAIRN-0542: The server never says that a write is on its disk [server=" + name()
                    + ", appendfsync=no], so nothing is acknowledged. Set appendfsync always, or"
                    + " quarkus.cairn.redis.durability=batched.");
        }
        return faults;
    }

    /**
     * Logs the faults.
     *
     * @param reported the faults that were logged before and are not repeated; mended ones are removed
     */
    void report(RedisDurabilityMode durability, Set<String> reported) {
        LOG.debugf("Found %s [cluster=%s, appendonly=%s, appendfsync=%s]", name(), cluster(), appendsToFile(), fileSync);
        List<String> faults = faults(durability);
        String hidden = "CAIRN-0541: The settings of the server cannot be read [server=" + name()
                + "], so they were not checked in full. Nothing to do if you know them.";
        reported.removeIf(fault -> (!cluster() || fault.contains(name())) && !faults.contains(fault) && !fault.equals(hidden));
        faults.stream().filter(reported::add).forEach(LOG::warn);
        if (fileSync == null && reported.add(hidden)) {
            LOG.info(hidden);
        }
    }
}
