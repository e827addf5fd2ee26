package dev.cairn.persistence.redis;

import java.time.Duration;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The store in Redis or Valkey. */
@ConfigMapping(prefix = "quarkus.cairn.redis")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface RedisStoreConfig {

    /**
     * Prefix of all keys. Applications that share a server have different prefixes; the nodes of one application have the same.
     * It must not contain braces.
     */
    @WithDefault("cairn")
    String prefix();

    /**
     * Number of shards over which the instances are spread, 1 to 1,024. All keys of a shard are on the same server of a
     * cluster, so a cluster should have several shards for each of its servers. It must not change while the store has data.
     */
    @WithDefault("16")
    int shards();

    /**
     * When a write counts as durable. With {@code strict} the server is asked, once for each batch, to wait until its append-only
     * file is on the disk, if it says so truly (WAITAOF); with {@code appendfsync always} any server does, and that costs nothing
     * more, with {@code everysec} Redis 7.2, Redis 8.0 and later and Valkey 7.2 do, and it takes up to a second. With {@code batched}
     * its answer is enough, and what a crash can lose depends on the settings of the server.
     */
    @WithDefault("strict")
    RedisDurabilityMode durability();

    /**
     * Number of replicas that must have a write before it counts as durable; with {@code strict}, on their disks. A failover
     * can lose writes that no replica had. While fewer replicas answer, no write is acknowledged.
     */
    @WithDefault("0")
    int replicas();

    /**
     * Maximum time that an operation waits for the server, over all its round trips, including the time for a free connection
     * and for the server's disk. After that, the request counts as failed and is tried again. An operation that reads pages has
     * that time for each page. In a cluster the call for each shard has that time; after an unanswered call the operation sends
     * no other.
     */
    @WithDefault("10S")
    Duration timeout();

    /**
     * Gives each event loop a client of its own, configured as the named one. A write then wakes no other thread of the
     * application, and instances with one write after another take up to a third less time. Each may have as many connections
     * as the named client; usually it has one. Set this to false if the server has few connections to give.
     */
    @WithDefault("true")
    boolean clientPerEventLoop();
}
