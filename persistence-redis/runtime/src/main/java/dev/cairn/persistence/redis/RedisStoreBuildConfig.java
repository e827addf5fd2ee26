package dev.cairn.persistence.redis;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Build-time settings of the store in Redis or Valkey. */
@ConfigMapping(prefix = "quarkus.cairn.redis")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface RedisStoreBuildConfig {

    /** The client that has no name. */
    String DEFAULT_CLIENT = "<default>";

    /**
     * The name of the Redis client to use: {@code jobs} is the one configured under {@code quarkus.redis.jobs}. The default one is
     * configured under {@code quarkus.redis}, for example with {@code quarkus.redis.hosts}. A client that the application does not
     * use otherwise keeps both from waiting for each other's connections.
     */
    @WithDefault(DEFAULT_CLIENT)
    String clientName();
}
