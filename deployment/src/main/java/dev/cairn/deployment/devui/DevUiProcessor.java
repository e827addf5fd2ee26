package dev.cairn.deployment.devui;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.console.ConsoleSourceReader;
import dev.cairn.deployment.management.ManagementBuildItem;
import dev.cairn.devui.DevUiService;
import dev.cairn.devui.InstanceCompatibilityCheck;
import dev.cairn.devui.WebComponentRecorder;
import dev.cairn.management.DevModeManagementClient;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.IsLocalDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.GeneratedResourceBuildItem;
import io.quarkus.devui.spi.JsonRPCProvidersBuildItem;
import io.quarkus.devui.spi.page.CardPageBuildItem;
import io.quarkus.devui.spi.page.Page;
import io.quarkus.vertx.http.deployment.NonApplicationRootPathBuildItem;
import io.quarkus.vertx.http.deployment.RouteBuildItem;

/**
 * The card and the pages of workflows in the Dev UI. The pages are those of the console; they ask by JSON-RPC. An application that has
 * switched the management API off has none.
 */
class DevUiProcessor {

    /** Before the Dev UI answers all paths with its page, and behind its check that the client is on this machine. */
    private static final int ORDER = -1;

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    void addCard(Optional<ManagementBuildItem> management, List<DefinitionBuildItem> definitions,
            BuildProducer<CardPageBuildItem> cards) {
        if (management.isEmpty()) {
            return;
        }
        CardPageBuildItem card = new CardPageBuildItem();
        long workflows = definitions.stream().map(item -> item.definition().document().qualifiedName()).distinct().count();
        card.addPage(Page.webComponentPageBuilder().title("Workflows").icon("font-awesome-solid:diagram-project")
                .componentLink("qwc-cairn-workflows.js").staticLabel(Long.toString(workflows)));
        card.addPage(Page.webComponentPageBuilder().title("Instances").icon("font-awesome-solid:list-check")
                .componentLink("qwc-cairn-instances.js"));
        card.addPage(Page.webComponentPageBuilder().title("Store").icon("font-awesome-solid:database")
                .componentLink("qwc-cairn-store.js"));
        cards.produce(card);
    }

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    void addMethods(Optional<ManagementBuildItem> management, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<JsonRPCProvidersBuildItem> methods) {
        if (management.isPresent()) {
            beans.produce(AdditionalBeanBuildItem.builder().setUnremovable()
                    .addBeanClasses(DevModeManagementClient.class, InstanceCompatibilityCheck.class).build());
            methods.produce(new JsonRPCProvidersBuildItem(DevUiService.class));
        }
    }

    /** The files of the console, beside those of the pages: Lit is that of the Dev UI. */
    @BuildStep(onlyIf = IsLocalDevelopment.class)
    @Record(ExecutionTime.RUNTIME_INIT)
    void serveComponents(WebComponentRecorder recorder, Optional<ManagementBuildItem> management,
            NonApplicationRootPathBuildItem paths, BuildProducer<GeneratedResourceBuildItem> resources,
            BuildProducer<RouteBuildItem> routes) {
        if (management.isEmpty()) {
            return;
        }
        Map<String, byte[]> components = ConsoleSourceReader.components();
        components.forEach((name, content) -> resources
                .produce(new GeneratedResourceBuildItem(WebComponentRecorder.RESOURCES + name, content)));
        routes.produce(paths.routeBuilder().orderedRoute(WebComponentRecorder.PATH + "/*", ORDER)
                .handler(recorder.serve(paths.resolvePath(WebComponentRecorder.PATH), List.copyOf(components.keySet())))
                .build());
    }
}
