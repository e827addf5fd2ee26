package dev.cairn.persistence.file.deployment;

import dev.cairn.deployment.StoreBuildItem;
import dev.cairn.persistence.file.FileStoreProducer;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

/** Makes the store file the store of the application. */
class FileStoreProcessor {

    private static final String FEATURE = "cairn-persistence-file";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    @BuildStep
    StoreBuildItem store() {
        return new StoreBuildItem("file");
    }

    @BuildStep
    AdditionalBeanBuildItem bean() {
        return AdditionalBeanBuildItem.unremovableOf(FileStoreProducer.class);
    }
}
