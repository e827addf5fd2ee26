package dev.cairn.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/** Answers a request whose body is not read. */
final class RefusedBody {

    private RefusedBody() {}

    /**
     * Answers with problem details.
     *
     * @param close true ends the connection after the answer. Otherwise the rest of the body is read and dropped, so that a client that
     *        is still sending gets to read the answer
     */
    static void answer(RoutingContext routing, ProblemDetails problem, boolean close) {
        HttpServerResponse response = routing.response();
        problem.headers().forEach(response::putHeader);
        response.setStatusCode(problem.status());
        if (close) {
            if (!isMultiplexed(routing)) {
                response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            }
            response.endHandler(sent -> endInput(routing));
        }
        response.end(Buffer.buffer(problem.text()));
        if (!close) {
            routing.request().resume();
        }
    }

    static boolean isMultiplexed(RoutingContext routing) {
        return routing.request().version() == HttpVersion.HTTP_2;
    }

    private static void endInput(RoutingContext routing) {
        if (!isMultiplexed(routing)) {
            routing.request().connection().close();
        }
    }
}
