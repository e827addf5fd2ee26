package dev.cairn.compiler.openapi;

import java.util.Map;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;

/**
 * The arguments of a call that name parts of its OpenAPI document.
 *
 * @param document name of the document, for messages
 * @param operationId id of the operation
 * @param operationLocation source location of the id
 * @param parameters values by the names that the call gives them
 * @param location source location of the parameters, or of the arguments if there are none
 * @param server the server; null for the first one of the document
 * @param authentication credentials, or null
 */
public record OperationRequest(String document, String operationId, SourceLocation operationLocation,
        Map<String, ValueTemplate> parameters, SourceLocation location, ServerRequest server,
        Authentication authentication) {

    /**
     * The choice of a server.
     *
     * @param url its URL, text or expression; null for the first one of the document
     * @param variables values of variables of the URL
     */
    public record ServerRequest(ValueTemplate url, Map<String, ValueTemplate> variables) {}
}
