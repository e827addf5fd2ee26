package dev.cairn.deployment.management;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.deployment.CairnVersion;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.WarningsBuildItem;
import dev.cairn.deployment.graph.WorkflowGraphJson;
import dev.cairn.deployment.http.HttpTriggersBuildItem;
import dev.cairn.management.endpoint.WorkflowResourceReader;
import dev.cairn.value.JsonCodec;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.GeneratedResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;
import io.quarkus.resteasy.reactive.server.deployment.ResteasyReactiveDeploymentBuildItem;
import io.quarkus.vertx.http.deployment.HttpRootPathBuildItem;

/**
 * Writes what the management API shows of workflows into the application, so that nothing of it is computed when it runs.
 */
class WorkflowDescriptionProcessor {

    @BuildStep
    void describe(Optional<ManagementBuildItem> management, List<DefinitionBuildItem> items, HttpTriggersBuildItem triggers,
            HttpRootPathBuildItem rootPath, Optional<ResteasyReactiveDeploymentBuildItem> rest, WarningsBuildItem warnings,
            BuildProducer<GeneratedJsonBuildItem> resources) {
        if (management.isEmpty()) {
            return;
        }
        String base = rootPath.getRootPath() + "/"
                + rest.map(ResteasyReactiveDeploymentBuildItem::getApplicationPath).orElse("");
        Set<Document> byHttp = triggers.definitions().stream().map(Definition::document).collect(Collectors.toSet());
        ObjectNode index = JsonNodeFactory.instance.objectNode();
        for (DefinitionBuildItem item : items) {
            Document document = item.definition().document();
            String path = byHttp.contains(document) ? item.definition().http().path() : null;
            WorkflowDescription description = new WorkflowDescription(item, path == null ? null : joined(base, path),
                    warnings.of(document));
            index.withObjectProperty(document.qualifiedName()).set(document.version(), description.summary());
            resources.produce(new GeneratedJsonBuildItem(
                    WorkflowResourceReader.description(document.qualifiedName(), document.version()), description.whole()));
            resources.produce(new GeneratedJsonBuildItem(
                    WorkflowResourceReader.graph(document.qualifiedName(), document.version()),
                    WorkflowGraphJson.of(item.definition())));
        }
        resources.produce(new GeneratedJsonBuildItem(WorkflowResourceReader.INDEX, index));
    }

    @BuildStep
    void describeBuild(Optional<ManagementBuildItem> management, CurateOutcomeBuildItem dependencies,
            BuildProducer<GeneratedJsonBuildItem> resources) {
        if (management.isPresent()) {
            resources.produce(new GeneratedJsonBuildItem(WorkflowResourceReader.BUILD,
                    JsonNodeFactory.instance.objectNode().put("version", CairnVersion.of(dependencies))));
        }
    }

    @BuildStep
    void write(List<GeneratedJsonBuildItem> resources, BuildProducer<GeneratedResourceBuildItem> generated,
            BuildProducer<NativeImageResourceBuildItem> included) {
        for (GeneratedJsonBuildItem resource : resources) {
            generated.produce(new GeneratedResourceBuildItem(resource.name(), JsonCodec.write(resource.json())));
            included.produce(new NativeImageResourceBuildItem(resource.name()));
        }
    }

    private static String joined(String base, String path) {
        return ("/" + base + "/" + path).replaceAll("/+", "/");
    }
}
