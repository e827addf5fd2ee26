package dev.cairn.definition.openapi;

import java.util.List;

/**
 * An operation of an OpenAPI document, as a call uses it.
 *
 * @param operationId id of the operation in the document
 * @param method HTTP method in upper case
 * @param server server that is called
 * @param path path below the server; {@code {name}} stands for a parameter
 * @param parameters the parameters to which the call gives a value
 * @param body the body, or null for none
 * @param accept media types of the answers, for the header {@code Accept}; null for any
 */
public record OpenApiOperation(String operationId, String method, OperationServer server, String path,
        List<OperationParameter> parameters, OperationBody body, String accept) {
    public OpenApiOperation {
        parameters = List.copyOf(parameters);
    }
}
