package dev.cairn.deployment.engine;

import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;

/** Traces instances in applications that have OpenTelemetry. */
class TracingProcessor {

    /** By name: loading the class fails in an application without OpenTelemetry. */
    private static final String OBSERVER = "dev.cairn.tracing.TracingObserver";

    @BuildStep
    void observe(Capabilities capabilities, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (capabilities.isPresent(Capability.OPENTELEMETRY_TRACER)) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(OBSERVER));
        }
    }
}
