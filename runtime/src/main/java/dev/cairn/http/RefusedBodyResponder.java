package dev.cairn.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/** Answers a request whose body is not read. */
final class RefusedBodyResponder {

    private RefusedBodyResponder() {}

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
            // Beside the handlers of others: the response itself has only one, which calls these.
            routing.addEndHandler(sent -> end(routing));
        }
        response.end(Buffer.buffer(problem.text()));
        if (!close) {
            routing.request().resume();
        }
    }

    static boolean isMultiplexed(RoutingContext routing) {
        return routing.request().version() == HttpVersion.HTTP_2;
    }

    /** Ends a request that was answered before all of its body was there. */
    static void end(RoutingContext routing) {
        if (!isMultiplexed(routing)) {
            routing.request().connection().close();
        } else if (!routing.request().isEnded()) {
            // RFC 9113, section 8.1: the answer counts, and no more of the body is wanted.
            routing.response().reset(0);
        }
    }
}
