package dev.cairn.deployment.engine;

import java.util.Optional;

import dev.cairn.quarkus.config.CairnBuildConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.runtime.metrics.MetricsFactory;

/** Measures the engine in applications that have Micrometer. */
class MetricsProcessor {

    /** By name: loading the classes fails in an application without Micrometer. */
    private static final String[] BEANS = { "dev.cairn.quarkus.metrics.EngineMetricsObserver",
            "dev.cairn.quarkus.metrics.EngineGauges", "dev.cairn.quarkus.metrics.StoredInstanceGauges" };

    @BuildStep
    void measure(Optional<MetricsCapabilityBuildItem> metrics, CairnBuildConfig config,
            BuildProducer<AdditionalBeanBuildItem> beans) {
        if (config.metrics().enabled() && metrics.isPresent()
                && metrics.get().metricsSupported(MetricsFactory.MICROMETER)) {
            beans.produce(AdditionalBeanBuildItem.builder().setUnremovable().addBeanClasses(BEANS).build());
        }
    }
}
