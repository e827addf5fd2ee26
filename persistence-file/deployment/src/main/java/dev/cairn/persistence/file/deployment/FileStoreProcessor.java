package dev.cairn.persistence.file.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jboss.logging.Logger;

import dev.cairn.deployment.StoreBuildItem;
import dev.cairn.persistence.file.FileStore;
import dev.cairn.persistence.file.FileStoreProducer;
import dev.cairn.persistence.file.TestDirectoryCleanupRecorder;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.IsTest;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.RunTimeConfigurationDefaultBuildItem;
import io.quarkus.deployment.builditem.ShutdownContextBuildItem;
import io.quarkus.deployment.pkg.builditem.OutputTargetBuildItem;

/** Makes the store file the store of the application. */
class FileStoreProcessor {

    private static final Logger LOG = Logger.getLogger(FileStore.class);

    private static final String FEATURE = "cairn-persistence-file";
    private static final String PATH = "quarkus.cairn.file.path";

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

    /** Tests begin without instances, and beside an application that runs in dev mode and has its directory open. */
    @BuildStep(onlyIf = IsTest.class)
    @Record(ExecutionTime.RUNTIME_INIT)
    void useDirectoryOfTest(OutputTargetBuildItem target, TestDirectoryCleanupRecorder recorder,
            ShutdownContextBuildItem shutdown,
            BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults) throws IOException {
        Path ofTests = Files.createDirectories(target.getOutputDirectory().resolve("cairn-test"));
        String directory = Files.createTempDirectory(ofTests.toAbsolutePath(), null).toString();
        LOG.debugf("Tests keep instances in %s unless %s is set", directory, PATH);
        defaults.produce(new RunTimeConfigurationDefaultBuildItem(PATH, directory));
        recorder.deleteAtEnd(directory, shutdown);
    }
}
