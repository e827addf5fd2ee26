package dev.cairn.management;

import dev.cairn.http.ProblemDetails;
import dev.cairn.management.ManagementAnswer.JsonAnswer;
import dev.cairn.management.ManagementAnswer.ProblemAnswer;
import dev.cairn.value.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Writes the answer to one request. On its event loop. */
final class AnswerWriter {

    private final RoutingContext routing;

    AnswerWriter(RoutingContext routing) {
        this.routing = routing;
    }

    void write(ManagementAnswer answer) {
        if (answer instanceof JsonAnswer json) {
            begin(json.status(), "application/json").end(Buffer.buffer(Json.writeAsJq(json.body())));
        } else if (answer instanceof ProblemAnswer problem) {
            problem(problem.details());
        }
    }

    void problem(ProblemDetails details) {
        HttpServerResponse response = begin(details.status(), ProblemDetails.MEDIA_TYPE);
        details.headers().forEach(response::putHeader);
        response.end(Buffer.buffer(details.text()));
    }

    private HttpServerResponse begin(int status, String mediaType) {
        return routing.response().setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("X-Content-Type-Options", "nosniff");
    }
}
