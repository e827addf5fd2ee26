package dev.cairn.deployment.management;

import java.util.List;
import java.util.Optional;

import org.eclipse.microprofile.config.ConfigProvider;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.http.RefusalHandlerRecorder;
import dev.cairn.management.LiveStreamShutdown;
import dev.cairn.management.ManagementBeanClasses;
import dev.cairn.management.ManagementRecorder;
import dev.cairn.management.access.ManagementBuildConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;
import io.quarkus.deployment.builditem.ShutdownListenerBuildItem;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.vertx.http.deployment.HttpRootPathBuildItem;
import io.quarkus.vertx.http.deployment.NonApplicationRootPathBuildItem;
import io.quarkus.vertx.http.deployment.RouteBuildItem;
import io.quarkus.vertx.http.runtime.RouteConstants;
import io.quarkus.vertx.http.runtime.management.ManagementInterfaceBuildTimeConfig;

/** Adds the management API to the application. */
class ManagementProcessor {

    /** One route answers all requests below the path of the API. */
    private static final String ALL_BELOW = ManagementRecorder.PATH + "/*";

    @BuildStep
    void decide(ManagementBuildConfig config, LaunchModeBuildItem mode, NonApplicationRootPathBuildItem paths,
            ManagementInterfaceBuildTimeConfig managementInterface, BuildProducer<ManagementBuildItem> management) {
        if (config.enabled().orElse(mode.getLaunchMode() != LaunchMode.NORMAL)) {
            String base = managementInterface.enabled() ? paths.getManagementRootPath() : paths.getNonApplicationRootPath();
            management.produce(new ManagementBuildItem(base + ManagementRecorder.PATH, hosts(config, mode.getLaunchMode()),
                    config.permitAll()));
        }
    }

    /** The hosts of the Dev UI in dev mode without roles; otherwise null. */
    private static List<String> hosts(ManagementBuildConfig config, LaunchMode mode) {
        boolean isOpen = config.permitAll() || !AccessConfigurationCheck.hasRoles(config);
        return mode == LaunchMode.DEVELOPMENT && isOpen
                ? ConfigProvider.getConfig().getOptionalValues("quarkus.dev-ui.hosts", String.class).orElse(List.of())
                : null;
    }

    @BuildStep
    ProblemsBuildItem check(ManagementBuildConfig config, LaunchModeBuildItem mode, Capabilities capabilities,
            ManagementInterfaceBuildTimeConfig managementInterface, List<DefinitionBuildItem> definitions,
            Optional<ManagementBuildItem> management) {
        ProblemCollector problems = new ProblemCollector();
        if (management.isPresent()) {
            boolean hasSecurity = capabilities.isPresent(Capability.SECURITY);
            boolean authenticates = hasSecurity && (!managementInterface.enabled() || managementInterface.auth().enabled());
            new AccessConfigurationCheck(config, problems).check(mode.getLaunchMode(), hasSecurity, authenticates,
                    definitions.stream().map(item -> item.definition().document()).toList());
        }
        return new ProblemsBuildItem(problems);
    }

    @BuildStep
    void addBeans(Optional<ManagementBuildItem> management, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (management.isPresent()) {
            beans.produce(
                    AdditionalBeanBuildItem.builder().setUnremovable().addBeanClasses(ManagementBeanClasses.NAMES).build());
        }
    }

    @BuildStep
    void endStreams(Optional<ManagementBuildItem> management, BuildProducer<ShutdownListenerBuildItem> listeners) {
        if (management.isPresent()) {
            listeners.produce(new ShutdownListenerBuildItem(new LiveStreamShutdown()));
        }
    }

    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void addRoutes(ManagementRecorder recorder, RefusalHandlerRecorder http, NonApplicationRootPathBuildItem paths,
            Optional<ManagementBuildItem> management, BuildProducer<RouteBuildItem> routes) {
        if (management.isPresent()) {
            routes.produce(paths.routeBuilder().management().route(ALL_BELOW)
                    .handler(recorder.answer(management.get().root(), management.get().hosts())).build());
            routes.produce(paths.routeBuilder().management().route(ALL_BELOW).failureRoute()
                    .handler(http.describeRefusalsToPrograms()).build());
        }
    }

    /** Before the routes of extensions. */
    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void guardPaths(ManagementRecorder recorder, List<LocalPathBuildItem> guarded, Optional<ManagementBuildItem> management,
            BuildProducer<RouteBuildItem> routes) {
        management.map(ManagementBuildItem::hosts).ifPresent(hosts -> guarded.stream().flatMap(item -> item.routes().stream())
                .forEach(route -> routes.produce(
                        RouteBuildItem.builder().orderedRoute(route, RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT - 1)
                                .handler(recorder.guard(hosts)).build())));
    }

    /** Quarkus refuses these bodies by itself, a little later and without a word, before it looks at non-application paths. */
    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void refuseLargeBodies(RefusalHandlerRecorder http, HttpRootPathBuildItem rootPath,
            Optional<ManagementBuildItem> management,
            ManagementInterfaceBuildTimeConfig managementInterface, BuildProducer<RouteBuildItem> routes) {
        String base = rootPath.getRootPath();
        management.map(ManagementBuildItem::root).filter(root -> !managementInterface.enabled() && root.startsWith(base))
                .ifPresent(root -> routes.produce(RouteBuildItem.builder()
                        .orderedRoute("/" + root.substring(base.length()) + "/*", RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT - 1)
                        .handler(http.refuseLargeBodies()).build()));
    }
}
