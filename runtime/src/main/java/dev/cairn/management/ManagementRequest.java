package dev.cairn.management;

import java.util.List;
import java.util.Map;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;

/**
 * A request of the management API whose caller may do what it asks for, at least for some workflows.
 *
 * @param operation what it asks for
 * @param access what its caller may do
 * @param pathParameters decoded, by name
 * @param http the request as it came
 */
record ManagementRequest(ManagementOperation operation, CallerAccess access, Map<String, String> pathParameters,
        HttpServerRequest http) {

    /** A parameter of the path. */
    String path(String name) {
        return pathParameters.get(name);
    }

    /** The first query parameter of a name, or null. */
    String query(String name) {
        return http.params().get(name);
    }

    /** All query parameters, decoded. */
    MultiMap queries() {
        return http.params();
    }

    /** The media types of the {@code Accept} header, as the client wrote them. */
    List<String> accepted() {
        return http.headers().getAll("Accept");
    }
}
