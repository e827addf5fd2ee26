package dev.cairn.management;

import java.util.Map;
import java.util.stream.Stream;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * A request of the management API whose caller may do what it asks for, at least for some workflows.
 *
 * @param operation what it asks for
 * @param access what its caller may do
 * @param pathParameters decoded, by name
 * @param query checked against the operation
 * @param body what it says, or null if the operation takes nothing
 * @param http the request as it came
 */
record ManagementRequest(ManagementOperation operation, CallerAccess access, Map<String, String> pathParameters,
        QueryParameters query, CommandBody body, HttpServerRequest http) {

    /** A parameter of the path. */
    String path(String name) {
        return pathParameters.get(name);
    }

    /** True if the client names a media type among those that it accepts. */
    boolean accepts(String mediaType) {
        return http.headers().getAll(HttpHeaders.ACCEPT).stream().flatMap(header -> Stream.of(header.split(",")))
                .anyMatch(range -> range.split(";")[0].strip().equalsIgnoreCase(mediaType));
    }
}
