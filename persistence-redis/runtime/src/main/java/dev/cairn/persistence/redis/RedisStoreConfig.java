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
     * What the names of all keys begin with. Applications that share a server have different prefixes; the nodes of one application
     * have the same. It has no braces.
     */
    @WithDefault("cairn")
    String prefix();

    /**
     * How many shards the instances are spread over, 1 to 1,024. All keys of a shard are on the same server of a cluster, so a
     * cluster should have several shards for each of its servers. It must stay as it is as long as there is data.
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
    Durability durability();

    /**
     * How many replicas must have a write before it counts as durable; with {@code strict}, on their disks. A failover can lose
     * what no replica had. While fewer replicas answer than that, nothing is acknowledged.
     */
    @WithDefault("0")
    int replicas();

    /**
     * How long an operation may wait for the server, in however many round trips, the time for a free connection and for its disk
     * included. After it, what was asked counts as failed and is tried again. What goes page by page has that time for each page. In
     * a cluster the call for each shard has that time; after one that had no answer the operation sends no other.
     */
    @WithDefault("10S")
    Duration timeout();

    /**
     * Whether each event loop has a client of its own, set up as the one that was named. A write then wakes no other thread of the
     * application, and instances with one write after another take up to a third less time. Each may have as many connections as the one
     * that was named, mostly it has one. Set this to false if the server has few connections to give.
     */
    @WithDefault("true")
    boolean clientPerEventLoop();
}
