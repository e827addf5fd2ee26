package dev.cairn.deployment.management;

import java.util.Optional;

import dev.cairn.management.DevUiService;
import io.quarkus.deployment.IsLocalDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.devui.spi.JsonRPCProvidersBuildItem;
import io.quarkus.devui.spi.page.CardPageBuildItem;
import io.quarkus.devui.spi.page.Page;
import io.quarkus.vertx.http.deployment.NonApplicationRootPathBuildItem;
import io.quarkus.vertx.http.runtime.management.ManagementInterfaceBuildTimeConfig;

/** Adds the console to the Dev UI, and the management API to its JSON-RPC and to the Dev MCP server. */
class DevUiProcessor {

    private static final String CONSOLE = "cairn/";

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    void addMethods(Optional<ManagementBuildItem> management, BuildProducer<JsonRPCProvidersBuildItem> methods) {
        if (management.isPresent()) {
            methods.produce(new JsonRPCProvidersBuildItem(DevUiService.class));
        }
    }

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    void addPage(Optional<ManagementBuildItem> management, NonApplicationRootPathBuildItem paths,
            ManagementInterfaceBuildTimeConfig managementInterface, BuildProducer<CardPageBuildItem> cards) {
        // With a management interface the console is on another port, from which a browser takes no modules.
        if (management.isPresent() && !managementInterface.enabled()) {
            CardPageBuildItem card = new CardPageBuildItem();
            card.addBuildTimeData("consolePath", paths.resolvePath(CONSOLE));
            card.addPage(Page.webComponentPageBuilder().title("Workflows and instances")
                    .icon("font-awesome-solid:diagram-project").componentLink("qwc-cairn-console.js"));
            cards.produce(card);
        }
    }
}
