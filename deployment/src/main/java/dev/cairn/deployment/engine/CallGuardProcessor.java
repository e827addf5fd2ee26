package dev.cairn.deployment.engine;

import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;

/** Lets applications that have SmallRye Fault Tolerance guard HTTP calls by host. */
class CallGuardProcessor {

    /** By name: loading the class fails in an application without SmallRye Fault Tolerance. */
    private static final String GUARD = "dev.cairn.quarkus.faulttolerance.FaultToleranceGuard";

    @BuildStep
    void guard(Capabilities capabilities, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (capabilities.isPresent(Capability.SMALLRYE_FAULT_TOLERANCE)) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(GUARD));
        }
    }
}
