package dev.cairn.deployment.http;

import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.smallrye.openapi.deployment.spi.AddToOpenAPIDefinitionBuildItem;
import io.quarkus.smallrye.openapi.deployment.spi.OpenAPISPIConstants;

/**
 * Describes HTTP triggers in the OpenAPI document of the application, if it has one.
 */
class TriggerOpenApiProcessor {

    @BuildStep
    void describe(HttpTriggersBuildItem triggers, Capabilities capabilities,
            BuildProducer<AddToOpenAPIDefinitionBuildItem> filters) {
        if (capabilities.isPresent(Capability.SMALLRYE_OPENAPI) && !triggers.definitions().isEmpty()) {
            filters.produce(new AddToOpenAPIDefinitionBuildItem(new TriggerOperationEnricher(
                    TriggerApiDocument.of(triggers.definitions())), OpenAPISPIConstants.DEFAULT_DOCUMENT_NAME));
        }
    }
}
