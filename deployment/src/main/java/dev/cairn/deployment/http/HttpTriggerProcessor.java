package dev.cairn.deployment.http;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.ws.rs.Priorities;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.resteasy.reactive.common.model.ResourceClass;

import dev.cairn.api.CairnException;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.engine.node.SemanticVersionOrder;
import dev.cairn.http.CairnExceptionMapper;
import dev.cairn.http.HttpInstanceReader;
import dev.cairn.http.HttpInstanceStarter;
import dev.cairn.http.HttpSettings;
import dev.cairn.http.RefusalHandlerRecorder;
import dev.cairn.http.TriggerProblemFilter;
import dev.cairn.http.UploadMemoryBudget;
import dev.cairn.quarkus.config.CairnBuildConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.resteasy.reactive.server.deployment.ResteasyReactiveDeploymentBuildItem;
import io.quarkus.resteasy.reactive.server.deployment.SetupEndpointsResultBuildItem;
import io.quarkus.resteasy.reactive.spi.ContainerResponseFilterBuildItem;
import io.quarkus.resteasy.reactive.spi.ExceptionMapperBuildItem;
import io.quarkus.resteasy.reactive.spi.GeneratedJaxRsResourceBuildItem;
import io.quarkus.vertx.http.deployment.RouteBuildItem;
import io.quarkus.vertx.http.runtime.RouteConstants;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Generates the HTTP triggers that start workflows. */
class HttpTriggerProcessor {

    /** Annotations that say who may call; they are copied from the class that defines a workflow. */
    private static final List<String> SECURITY_PACKAGES = List.of("jakarta.annotation.security.", "io.quarkus.security.",
            "io.quarkus.vertx.http.security.", "io.quarkus.vertx.http.runtime.security.annotation.", "io.quarkus.oidc.");

    /** After Quarkus REST, whose own order is no constant. */
    private static final int LAST_ROUTE = Integer.MAX_VALUE - 1;

    @BuildStep
    HttpTriggersBuildItem generate(CairnBuildConfig config, List<DefinitionBuildItem> items,
            CombinedIndexBuildItem combinedIndex,
            BuildProducer<GeneratedJaxRsResourceBuildItem> resources, BuildProducer<ProblemsBuildItem> found) {
        if (!config.http().enabled()) {
            return new HttpTriggersBuildItem(List.of());
        }
        ProblemCollector problems = new ProblemCollector();
        String instancesPath = HttpSettings.absolute(config.http().rootPath()) + HttpSettings.INSTANCES;
        Collection<DefinitionBuildItem> chosen = new TriggerVersionSelector(instancesPath, problems).choose(items);
        found.produce(new ProblemsBuildItem(problems));
        IndexView index = combinedIndex.getComputingIndex();
        TriggerResourceGenerator generator = new TriggerResourceGenerator(gizmo(resources), index);
        Map<String, String> guards = guardVersions(chosen);
        for (DefinitionBuildItem item : chosen) {
            Definition definition = item.definition();
            boolean guard = guards.get(definition.document().qualifiedName()).equals(definition.document().version());
            generator.trigger(definition.document(), definition.http().path(), securityAnnotations(item, index), guard);
        }
        if (!chosen.isEmpty()) {
            generator.instances(instancesPath);
        }
        return new HttpTriggersBuildItem(chosen.stream().map(DefinitionBuildItem::definition).toList());
    }

    private static Gizmo gizmo(BuildProducer<GeneratedJaxRsResourceBuildItem> resources) {
        return Gizmo.create((name, bytes) -> resources
                .produce(new GeneratedJaxRsResourceBuildItem(name.substring(0, name.length() - ".class".length()), bytes)))
                .withDebugInfo(false);
    }

    /** Of several versions of a workflow with paths of their own, the highest says who may see instances. */
    private static Map<String, String> guardVersions(Collection<DefinitionBuildItem> chosen) {
        Map<String, String> versions = new HashMap<>();
        for (DefinitionBuildItem item : chosen) {
            versions.merge(item.definition().document().qualifiedName(), item.definition().document().version(),
                    (left, right) -> SemanticVersionOrder.ORDER.compare(left, right) < 0 ? right : left);
        }
        return versions;
    }

    private static List<AnnotationInstance> securityAnnotations(DefinitionBuildItem item, IndexView index) {
        return item.workflowClass().map(index::getClassByName).map(type -> type.declaredAnnotations().stream()
                .filter(annotation -> isSecurity(annotation.name())).toList()).orElse(List.of());
    }

    private static boolean isSecurity(DotName annotation) {
        return SECURITY_PACKAGES.stream().anyMatch(annotation.toString()::startsWith);
    }

    @BuildStep
    void addBeans(HttpTriggersBuildItem triggers, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (!triggers.definitions().isEmpty()) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(HttpInstanceStarter.class));
            beans.produce(AdditionalBeanBuildItem.unremovableOf(UploadMemoryBudget.class));
            beans.produce(AdditionalBeanBuildItem.unremovableOf(HttpInstanceReader.class));
        }
    }

    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void limitBodies(RefusalHandlerRecorder recorder, HttpTriggersBuildItem triggers,
            Optional<ResteasyReactiveDeploymentBuildItem> rest, BuildProducer<RouteBuildItem> routes) {
        String applicationPath = rest.map(ResteasyReactiveDeploymentBuildItem::getApplicationPath).orElse(null);
        for (Definition definition : triggers.definitions()) {
            routes.produce(RouteBuildItem.builder()
                    .orderedRoute(below(applicationPath, definition.http().path()),
                            RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT - 1)
                    .handler(recorder.limitBodies())
                    .build());
        }
    }

    /** Lets {@link TriggerProblemFilter} describe what Quarkus refuses at these paths, and describes what it refuses before that. */
    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void describeProblems(CairnBuildConfig config, RefusalHandlerRecorder recorder, HttpTriggersBuildItem triggers,
            Optional<ResteasyReactiveDeploymentBuildItem> rest, Optional<SetupEndpointsResultBuildItem> endpoints,
            BuildProducer<RouteBuildItem> routes) {
        if (triggers.definitions().isEmpty()) {
            return;
        }
        String applicationPath = rest.map(ResteasyReactiveDeploymentBuildItem::getApplicationPath).orElse(null);
        List<ResourceClass> resources = endpoints.map(SetupEndpointsResultBuildItem::getResourceClasses).orElse(List.of());
        for (Definition definition : triggers.definitions()) {
            String path = definition.http().path();
            describe(below(applicationPath, path), recorder.noteTrigger(AllowedMethodFinder.at(path, resources)), recorder,
                    routes);
        }
        String instances = HttpSettings.absolute(config.http().rootPath()) + HttpSettings.INSTANCES;
        describe(below(applicationPath, instances),
                recorder.noteInstances(AllowedMethodFinder.at(instances + "/{id}", resources)),
                recorder, routes);
    }

    private static void describe(String path, Handler<RoutingContext> note, RefusalHandlerRecorder recorder,
            BuildProducer<RouteBuildItem> routes) {
        routes.produce(
                RouteBuildItem.builder().orderedRoute(path + "/*", RouteConstants.ROUTE_ORDER_BEFORE_DEFAULT).handler(note)
                        .build());
        routes.produce(RouteBuildItem.builder().orderedRoute(path + "/*", LAST_ROUTE)
                .handler(recorder.describeUnknown()).build());
        routes.produce(
                RouteBuildItem.builder().orderedRoute(path + "/*", RouteConstants.ROUTE_ORDER_AFTER_DEFAULT).failureRoute()
                        .handler(recorder.describeRefusals()).build());
    }

    @BuildStep
    void addProblems(HttpTriggersBuildItem triggers, BuildProducer<ContainerResponseFilterBuildItem> filters) {
        if (!triggers.definitions().isEmpty()) {
            filters.produce(new ContainerResponseFilterBuildItem.Builder(TriggerProblemFilter.class.getName())
                    .setRegisterAsBean(true).build());
        }
    }

    /** For resources of the application that ask Cairn for something; with a lower priority than mappers of its own. */
    @BuildStep
    ExceptionMapperBuildItem mapExceptions() {
        return new ExceptionMapperBuildItem(CairnExceptionMapper.class.getName(), CairnException.class.getName(),
                Priorities.USER + 1, false);
    }

    private static String below(String applicationPath, String path) {
        String base = applicationPath == null ? "" : applicationPath;
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path;
    }
}
