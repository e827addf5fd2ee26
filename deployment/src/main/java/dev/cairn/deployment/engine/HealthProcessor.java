package dev.cairn.deployment.engine;

import dev.cairn.runtime.CairnBuildConfig;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;

/**
 * Offers a readiness check to applications that have health checks at all.
 */
class HealthProcessor {

    /** By name: the class is not to be loaded where its interface does not exist. */
    private static final String CHECK = "dev.cairn.runtime.StoreHealthCheck";

    @BuildStep
    HealthBuildItem storeCheck(CairnBuildConfig config) {
        return new HealthBuildItem(CHECK, config.health().enabled());
    }
}
