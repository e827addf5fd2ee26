package dev.cairn.deployment.definition;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

import dev.cairn.api.Workflow;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.deployment.document.RemoteDocumentsBuildItem;
import io.quarkus.arc.deployment.BuildExclusionsBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.HotDeploymentWatchedFileBuildItem;

/**
 * Evaluates the definitions that are written in Java, but for those of classes that are not part of this build, such as by
 * {@code @IfBuildProfile}.
 */
class WorkflowClassProcessor {

    private static final DotName WORKFLOW = DotName.createSimple(Workflow.class.getName());

    @BuildStep
    void evaluate(CombinedIndexBuildItem combinedIndex, BuildExclusionsBuildItem exclusions,
            RemoteDocumentsBuildItem remote, BuildProducer<DefinitionBuildItem> definitions,
            BuildProducer<ProblemsBuildItem> found, BuildProducer<ReferredResourcesBuildItem> referred,
            BuildProducer<HotDeploymentWatchedFileBuildItem> watched) {
        WatchedResourceCollector resources = new WatchedResourceCollector(WorkflowClassProcessor::resource,
                remote.documents());
        for (AnnotationInstance annotation : annotations(combinedIndex.getIndex(), exclusions)) {
            ProblemCollector problems = new ProblemCollector();
            WorkflowClassReader workflow = new WorkflowClassReader(annotation, combinedIndex.getComputingIndex(), problems);
            workflow.define(resources).ifPresent(
                    definition -> definitions.produce(new DefinitionBuildItem(definition, workflow.name(), problems)));
            found.produce(new ProblemsBuildItem(problems));
        }
        resources.watch(watched);
        referred.produce(new ReferredResourcesBuildItem(resources.referred()));
        ProblemCollector strays = new ProblemCollector();
        new MisplacedAnnotationCheck(combinedIndex.getIndex(), exclusions, strays).report();
        found.produce(new ProblemsBuildItem(strays));
    }

    /** A resource as the application itself would find it. */
    private static Optional<byte[]> resource(String path) {
        try (InputStream content = Thread.currentThread().getContextClassLoader().getResourceAsStream(path)) {
            return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read " + path, unreadable);
        }
    }

    private static List<AnnotationInstance> annotations(IndexView index, BuildExclusionsBuildItem exclusions) {
        return index.getAnnotations(WORKFLOW).stream()
                .filter(annotation -> !exclusions.isExcluded(annotation.target()))
                .sorted(Comparator.comparing(annotation -> annotation.target().asClass().name()))
                .toList();
    }
}
