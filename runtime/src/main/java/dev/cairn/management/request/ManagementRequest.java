package dev.cairn.management.request;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.cairn.management.access.CallerAccess;
import dev.cairn.value.BodyMediaType;
import io.vertx.core.http.HttpHeaders;

/**
 * A request of the management API whose caller has the permission for the operation, at least for some workflows.
 *
 * @param operation the requested operation
 * @param access the permissions of the caller
 * @param pathParameters decoded, by name
 * @param query checked against the operation
 * @param body the body, or null if the operation takes none
 * @param headers gives the values of a header, by its name
 */
public record ManagementRequest(ManagementOperation operation, CallerAccess access, Map<String, String> pathParameters,
        QueryParameters query, CommandBody body, Function<String, List<String>> headers) {

    /** A parameter of the path. */
    public String path(String name) {
        return pathParameters.get(name);
    }

    /**
     * True if the client names a media type among those that it accepts.
     *
     * @param mediaType in lower case
     */
    public boolean accepts(String mediaType) {
        return headers.apply(HttpHeaders.ACCEPT.toString()).stream().flatMap(header -> Stream.of(header.split(",")))
                .anyMatch(range -> BodyMediaType.of(range).name().equals(mediaType));
    }
}
