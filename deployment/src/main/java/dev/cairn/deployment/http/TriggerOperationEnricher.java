package dev.cairn.deployment.http;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;

/**
 * Completes the OpenAPI operations of generated trigger resources by facts of their workflows. The same operation has the same
 * id in both.
 */
final class TriggerOperationEnricher implements OASFilter {

    private final Map<String, Operation> described = new HashMap<>();

    TriggerOperationEnricher(OpenAPI description) {
        for (PathItem item : description.getPaths().getPathItems().values()) {
            item.getOperations().values().forEach(operation -> described.put(operation.getOperationId(), operation));
        }
    }

    @Override
    public Operation filterOperation(Operation operation) {
        Operation known = operation.getOperationId() == null ? null : described.get(operation.getOperationId());
        if (known != null) {
            operation.setSummary(known.getSummary());
            operation.setTags(known.getTags());
            operation.setRequestBody(known.getRequestBody());
            operation.setResponses(known.getResponses());
            if (known.getParameters() != null) {
                known.getParameters().forEach(operation::addParameter);
            }
        }
        return operation;
    }
}
