package dev.cairn.deployment.management;

import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;

/** Adds one OpenAPI document to another: paths, schemas and security schemes. */
final class OpenApiMerger implements OASFilter {

    private final OpenAPI addedDocument;

    OpenApiMerger(OpenAPI addedDocument) {
        this.addedDocument = addedDocument;
    }

    @Override
    public void filterOpenAPI(OpenAPI document) {
        if (document.getPaths() == null) {
            document.setPaths(OASFactory.createPaths());
        }
        if (document.getComponents() == null) {
            document.setComponents(OASFactory.createComponents());
        }
        addedDocument.getPaths().getPathItems().forEach(document.getPaths()::addPathItem);
        addedDocument.getComponents().getSchemas().forEach(document.getComponents()::addSchema);
        if (addedDocument.getComponents().getSecuritySchemes() != null) {
            addedDocument.getComponents().getSecuritySchemes().forEach(document.getComponents()::addSecurityScheme);
        }
    }
}
