package dev.cairn.deployment.console;

import java.util.Optional;

import dev.cairn.deployment.management.ManagementBuildItem;
import dev.cairn.management.ManagementRecorder;
import dev.cairn.management.PageAccessGuard;
import dev.cairn.management.console.ConsoleBuildConfig;
import dev.cairn.management.console.ConsoleRecorder;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.GeneratedResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.vertx.http.deployment.NonApplicationRootPathBuildItem;
import io.quarkus.vertx.http.deployment.RouteBuildItem;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/**
 * Puts the console into an application that has the management API. All that can be done while it is built is: files are found, named by
 * their version and compressed.
 */
class ConsoleProcessor {

    @BuildStep
    void assemble(ConsoleBuildConfig config, Optional<ManagementBuildItem> management,
            BuildProducer<ConsoleSiteBuildItem> console,
            BuildProducer<AdditionalBeanBuildItem> beans, BuildProducer<GeneratedResourceBuildItem> resources,
            BuildProducer<NativeImageResourceBuildItem> included) {
        if (management.isEmpty() || !config.enabled()) {
            return;
        }
        ConsoleSite site = ConsoleSite.of(ConsoleSourceReader.read());
        site.compressed().forEach((name, content) -> {
            resources.produce(new GeneratedResourceBuildItem(ConsoleRecorder.RESOURCES + name, content));
            included.produce(new NativeImageResourceBuildItem(ConsoleRecorder.RESOURCES + name));
        });
        beans.produce(AdditionalBeanBuildItem.unremovableOf(PageAccessGuard.class));
        console.produce(new ConsoleSiteBuildItem(site));
    }

    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void addRoutes(ConsoleRecorder recorder, Optional<ConsoleSiteBuildItem> console, Optional<ManagementBuildItem> management,
            NonApplicationRootPathBuildItem paths, BuildProducer<RouteBuildItem> routes) {
        if (console.isEmpty()) {
            return;
        }
        String api = management.orElseThrow().root();
        String root = api.substring(0, api.length() - ManagementRecorder.PATH.length()) + ConsoleRecorder.PATH;
        ConsoleSite site = console.get().site();
        Handler<RoutingContext> handler = recorder.answer(root, site.version(), site.assets(), site.policy(),
                management.orElseThrow().hosts());
        // With and without a slash at the end.
        routes.produce(paths.routeBuilder().management().route(ConsoleRecorder.PATH).displayOnNotFoundPage("Console of Cairn")
                .handler(handler).build());
        routes.produce(paths.routeBuilder().management().route(ConsoleRecorder.PATH + "/" + ConsoleRecorder.ASSETS + "/*")
                .handler(handler).build());
    }
}
