package dev.cairn.deployment.management;

import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;

/** Adds one OpenAPI document to another: paths, schemas and security schemes. */
final class DocumentFilter implements OASFilter {

    private final OpenAPI added;

    DocumentFilter(OpenAPI added) {
        this.added = added;
    }

    @Override
    public void filterOpenAPI(OpenAPI document) {
        if (document.getPaths() == null) {
            document.setPaths(OASFactory.createPaths());
        }
        if (document.getComponents() == null) {
            document.setComponents(OASFactory.createComponents());
        }
        added.getPaths().getPathItems().forEach(document.getPaths()::addPathItem);
        added.getComponents().getSchemas().forEach(document.getComponents()::addSchema);
        if (added.getComponents().getSecuritySchemes() != null) {
            added.getComponents().getSecuritySchemes().forEach(document.getComponents()::addSecurityScheme);
        }
    }
}
