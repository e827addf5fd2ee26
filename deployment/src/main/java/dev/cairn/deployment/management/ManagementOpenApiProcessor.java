package dev.cairn.deployment.management;

import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.deployment.OpenApiModelConverter;
import dev.cairn.management.access.ManagementBuildConfig;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.smallrye.openapi.deployment.spi.AddToOpenAPIDefinitionBuildItem;
import io.quarkus.smallrye.openapi.deployment.spi.OpenAPISPIConstants;
import io.quarkus.vertx.http.runtime.management.ManagementInterfaceBuildTimeConfig;

/** Describes the management API in the OpenAPI document of the application, if it has one. */
class ManagementOpenApiProcessor {

    @BuildStep
    void describe(Optional<ManagementBuildItem> management, ManagementBuildConfig config, Capabilities capabilities,
            ManagementInterfaceBuildTimeConfig managementInterface, BuildProducer<AddToOpenAPIDefinitionBuildItem> filters) {
        // The document is of what is on the port of the application.
        if (management.isPresent() && config.openapi().included() && !managementInterface.enabled()
                && capabilities.isPresent(Capability.SMALLRYE_OPENAPI)) {
            boolean secured = !config.permitAll() && AccessConfigurationCheck.hasRoles(config);
            boolean bearer = capabilities.isPresent(Capability.OIDC) || capabilities.isPresent(Capability.JWT);
            ObjectNode document = new ManagementApiDocument(management.get().root(), secured).document(bearer);
            filters.produce(new AddToOpenAPIDefinitionBuildItem(new OpenApiMerger(OpenApiModelConverter.of(document)),
                    OpenAPISPIConstants.DEFAULT_DOCUMENT_NAME));
        }
    }
}
