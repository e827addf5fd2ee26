package dev.cairn.persistence.redis.deployment;

import dev.cairn.deployment.StoreBuildItem;
import dev.cairn.persistence.redis.RedisClientFactory;
import dev.cairn.persistence.redis.RedisStoreBuildConfig;
import dev.cairn.persistence.redis.RedisStoreProducer;
import dev.cairn.persistence.redis.StoreRedisOptionsCustomizer;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;
import io.quarkus.redis.deployment.client.RequestedRedisClientBuildItem;

/** Makes Redis or Valkey the store of the application. */
class RedisStoreProcessor {

    private static final String FEATURE = "cairn-persistence-redis";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    @BuildStep
    StoreBuildItem store() {
        return new StoreBuildItem("redis");
    }

    @BuildStep
    AdditionalBeanBuildItem beans() {
        return AdditionalBeanBuildItem.builder()
                .addBeanClasses(RedisStoreProducer.class, RedisClientFactory.class, StoreRedisOptionsCustomizer.class)
                .setUnremovable()
                .build();
    }

    /** Clients that are not requested are not made. */
    @BuildStep
    RequestedRedisClientBuildItem client(RedisStoreBuildConfig config) {
        return new RequestedRedisClientBuildItem(config.clientName());
    }

    @BuildStep
    NativeImageResourcePatternsBuildItem scripts() {
        return NativeImageResourcePatternsBuildItem.builder().includeGlob("dev/cairn/persistence/redis/*.lua").build();
    }
}
