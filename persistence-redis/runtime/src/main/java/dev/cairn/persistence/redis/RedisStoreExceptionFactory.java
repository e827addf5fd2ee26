package dev.cairn.persistence.redis;

import java.time.Duration;

import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.StoreException;
import io.vertx.redis.client.RedisReplicas;

/** Failures of the store in Redis or Valkey. It owns the codes {@code CAIRN-0530} to {@code CAIRN-0549}. */
final class RedisStoreExceptionFactory {

    private RedisStoreExceptionFactory() {}

    static StoreException failed(String what, Throwable cause) {
        return new StoreException("CAIRN-0530: Cannot " + what + " [cause=" + ExceptionMessageFormatter.of(cause)
                + "]. It is tried again; check the Redis server if this lasts.", false, cause);
    }

    static StoreException timedOut(String what, Duration timeout) {
        return new StoreException("CAIRN-0531: Cannot " + what + " [timeout=" + timeout
                + "]: the Redis server did not answer in time. It may have done it all the same. It is tried again.", false,
                null);
    }

    static StoreException busy(int waiting) {
        return new StoreException("CAIRN-0532: Cannot ask the Redis server [waiting=" + waiting
                + "]: too much waits for it already. Try again later.", false, null);
    }

    static StoreException closed() {
        return new StoreException("CAIRN-0533: The Redis store is closed.", true, null);
    }

    static StoreException otherShards(String prefix, int configured, String found) {
        return new StoreException("CAIRN-0534: Cannot use the stored instances [prefix=" + prefix + ", shards=" + found
                + ", configured=" + configured + "]: set quarkus.cairn.redis.shards=" + found
                + ", or another quarkus.cairn.redis.prefix to begin empty.", false, null);
    }

    static StoreException notOnDisk(long servers, long replicas, int wantedReplicas, Duration timeout) {
        return new StoreException(
                "CAIRN-0535: Cannot confirm that a write is durable [disks=" + servers + ", replicas=" + replicas
                        + ", wanted=" + wantedReplicas + ", timeout=" + timeout
                        + "]: the Redis server or its replicas did not confirm it in time. It is tried again.",
                false, null);
    }

    static StoreException tooLate(String what) {
        return new StoreException("CAIRN-0547: Did not " + what
                + ": the Redis server executed it so late that it may have missed heartbeats of live nodes. It is tried again.",
                false, null);
    }

    static StoreException unknownFormat(String what, Throwable cause) {
        return new InstanceOperationRefusedException(
                "CAIRN-0536: Cannot " + what + ": the stored data have a format that this version of"
                        + " Cairn does not read. Use the version that wrote it, or another quarkus.cairn.redis.prefix.",
                cause);
    }

    static IllegalArgumentException badSettings(String prefix, int shards, int replicas, Duration timeout) {
        return new IllegalArgumentException("CAIRN-0537: The settings of the Redis store make no sense [prefix=" + prefix
                + ", shards=" + shards + ", replicas=" + replicas + ", timeout=" + timeout
                + "]: a prefix has no braces, there are 1 to 1,024 shards, no negative number of replicas, and some time.");
    }

    static IllegalArgumentException readsFromReplicas(String property, RedisReplicas found) {
        return new IllegalArgumentException(
                "CAIRN-0543: Cannot use a client that reads from replicas [" + property + "=" + found
                        + "]: they may lack acknowledged writes. Set " + property + "=never.");
    }

    static IllegalArgumentException inactive(String hosts, String devServices, String reason) {
        return new IllegalArgumentException("CAIRN-0545: The store has no server: " + reason + " Set " + hosts
                + ", or start Docker and set " + devServices + "=true if Dev Services are to start one.");
    }

    /** The header of an instance counts other entries than there are. */
    static StoreException incomplete(String instanceId, long expected, long found) {
        return damaged(instanceId, "entries=" + expected + ", found=" + found);
    }

    /** The last element of an instance's list is not a header. */
    static StoreException headless(String instanceId) {
        return damaged(instanceId, "header=missing");
    }

    private static StoreException damaged(String instanceId, String what) {
        return new InstanceOperationRefusedException(
                "CAIRN-0544: The journal of an instance is damaged [instance=" + instanceId + ", "
                        + what
                        + "]: other software changed its key, or the server lost a part of it. Restore it from a backup.",
                null);
    }
}
