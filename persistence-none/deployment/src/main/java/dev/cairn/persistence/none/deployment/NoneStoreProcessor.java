package dev.cairn.persistence.none.deployment;

import dev.cairn.deployment.StoreBuildItem;
import dev.cairn.persistence.none.NoneStoreProducer;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

/** Makes the store none the store of the application. */
class NoneStoreProcessor {

    private static final String FEATURE = "cairn-persistence-none";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    @BuildStep
    StoreBuildItem store() {
        return new StoreBuildItem("none");
    }

    @BuildStep
    AdditionalBeanBuildItem bean() {
        return AdditionalBeanBuildItem.unremovableOf(NoneStoreProducer.class);
    }
}
