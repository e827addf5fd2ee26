package dev.cairn.deployment.engine;

import dev.cairn.quarkus.config.CairnBuildConfig;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;

/**
 * Offers a readiness and a liveness check to applications that have health checks at all.
 */
class HealthProcessor {

    /** By name: the classes are not to be loaded where their interface does not exist. */
    private static final String READINESS = "dev.cairn.quarkus.health.ReadinessCheck";
    private static final String LIVENESS = "dev.cairn.quarkus.health.LivenessCheck";

    @BuildStep
    HealthBuildItem storeCheck(CairnBuildConfig config) {
        return new HealthBuildItem(READINESS, config.health().enabled());
    }

    @BuildStep
    HealthBuildItem engineCheck(CairnBuildConfig config) {
        return new HealthBuildItem(LIVENESS, config.health().enabled());
    }
}
