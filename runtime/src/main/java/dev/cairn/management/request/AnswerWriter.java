package dev.cairn.management.request;

import jakarta.ws.rs.core.Response.Status;

import dev.cairn.http.ProblemDetails;
import dev.cairn.management.request.ManagementAnswer.FileAnswer;
import dev.cairn.management.request.ManagementAnswer.JsonAnswer;
import dev.cairn.management.request.ManagementAnswer.LinesAnswer;
import dev.cairn.management.request.ManagementAnswer.LiveAnswer;
import dev.cairn.management.request.ManagementAnswer.LocatedAnswer;
import dev.cairn.management.request.ManagementAnswer.ProblemAnswer;
import dev.cairn.management.request.ManagementAnswer.TextAnswer;
import dev.cairn.value.JsonCodec;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Writes the answer to one request. On its event loop. */
public final class AnswerWriter {

    private final RoutingContext routing;
    private final Context context;
    private final String root;

    /** @param root absolute path of the API */
    public AnswerWriter(RoutingContext routing, String root) {
        this.routing = routing;
        this.root = root;
        this.context = routing.vertx().getOrCreateContext();
    }

    /** Writes the answer when its event loop comes to that. From any thread. */
    public void writeLater(ManagementAnswer answer) {
        // Encodes on this thread, often a worker: a large answer would hold up the event loop.
        ManagementAnswer written = answer instanceof JsonAnswer json ? json.text() : answer;
        context.runOnContext(any -> write(written));
    }

    private void write(ManagementAnswer answer) {
        if (answer instanceof TextAnswer text) {
            end(begin(text.status(), "application/json"), text.body());
        } else if (answer instanceof FileAnswer file) {
            end(begin(Status.OK.getStatusCode(), "application/json").putHeader("Content-Disposition",
                    "attachment; filename=\"" + file.name() + "\""), file.body());
        } else if (answer instanceof LocatedAnswer located) {
            end(begin(located.status(), "application/json").putHeader(HttpHeaders.LOCATION, root + located.path()),
                    JsonCodec.writeAsJq(located.body()));
        } else if (answer instanceof LinesAnswer lines) {
            lines(begin(Status.OK.getStatusCode(), JsonLinesWriter.MEDIA_TYPE), lines);
        } else if (answer instanceof LiveAnswer live) {
            live(live);
        } else if (answer instanceof ProblemAnswer problem) {
            problem(problem.details());
        }
    }

    private void lines(HttpServerResponse response, LinesAnswer answer) {
        if (routing.request().method() == HttpMethod.HEAD) {
            response.end();
        } else {
            JsonLinesWriter.write(response, context, answer);
        }
    }

    private void live(LiveAnswer answer) {
        if (routing.request().method() == HttpMethod.HEAD) {
            begin(Status.OK.getStatusCode(), ServerSentEventSink.MEDIA_TYPE).end();
        } else if (ServerSentEventSink.begin(routing.request(), context, answer)) {
            begin(Status.OK.getStatusCode(), ServerSentEventSink.MEDIA_TYPE).setChunked(true)
                    // Proxies such as nginx would hold events back.
                    .putHeader("X-Accel-Buffering", "no");
        } else {
            problem(ServerSentEventSink.refusal());
        }
    }

    public void problem(ProblemDetails details) {
        HttpServerResponse response = begin(details.status(), ProblemDetails.MEDIA_TYPE);
        details.headers().forEach(response::putHeader);
        end(response, details.text());
    }

    /** With HTTP/2, Vert.x would send the body of an answer to {@code HEAD}, too. */
    private void end(HttpServerResponse response, byte[] body) {
        if (routing.request().method() == HttpMethod.HEAD) {
            response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length)).end();
        } else {
            response.end(Buffer.buffer(body));
        }
    }

    private HttpServerResponse begin(int status, String mediaType) {
        return routing.response().setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("X-Content-Type-Options", "nosniff");
    }
}
