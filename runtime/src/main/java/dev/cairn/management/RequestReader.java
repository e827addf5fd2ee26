package dev.cairn.management;

import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.http.HttpProblem;
import dev.cairn.http.ProblemDetails;
import dev.cairn.spi.CauseText;
import dev.cairn.value.Json;
import dev.cairn.value.JsonLossException;
import dev.cairn.value.MediaType;
import dev.cairn.value.ValueException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Reads the body of a command: a JSON object, without a thread that waits for it. A browser sends this media type to another site only if
 * that permits it, so pages of other sites give no commands with the credentials that a browser keeps.
 */
final class RequestReader {

    /** Commands have small bodies; the largest is the input of a start. */
    static final int MAX_BYTES = 1 << 20;
    /** So the client gets to read the answer before it has sent all. */
    private static final int MAX_DROPPED_BYTES = 16 << 20;

    private final RoutingContext routing;
    private final HttpServerRequest request;

    /** Of a request that nobody has begun to read. Its body does not arrive before {@link #read}. */
    RequestReader(RoutingContext routing) {
        this.routing = routing;
        this.request = routing.request();
        if (!request.isEnded()) {
            request.pause();
        }
    }

    /** Nobody wants the body, or the rest of it: it is dropped as it arrives. One that has no end ends the connection. */
    void drop() {
        if (request.isEnded()) {
            return;
        }
        long[] left = { MAX_DROPPED_BYTES };
        request.handler(part -> {
            left[0] -= part.length();
            if (left[0] < 0) {
                request.connection().close();
            }
        });
        request.resume();
    }

    /** The body; fails with {@link HttpProblem}. To be called once, on any thread; completes on the event loop of the request. */
    Uni<ObjectNode> read() {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        if (type == null || !MediaType.of(type).isJson()) {
            return refused(Status.UNSUPPORTED_MEDIA_TYPE, "The body has to be application/json.");
        }
        return Uni.createFrom()
                .<Buffer>emitter(emitter -> routing.vertx().getOrCreateContext().runOnContext(any -> receive(emitter)))
                .map(RequestReader::parse);
    }

    private void receive(UniEmitter<? super Buffer> emitter) {
        if (request.isEnded()) {
            Buffer there = routing.body() == null ? null : routing.body().buffer();
            emitter.complete(there == null ? Buffer.buffer() : there);
            return;
        }
        Buffer received = Buffer.buffer();
        request.exceptionHandler(emitter::fail);
        request.endHandler(end -> emitter.complete(received));
        request.handler(part -> {
            if (received.length() + part.length() > MAX_BYTES) {
                emitter.fail(new HttpProblem(ProblemDetails.of(Status.REQUEST_ENTITY_TOO_LARGE,
                        "The body has more than " + MAX_BYTES + " bytes.")));
                request.handler(rest -> {});
            } else {
                received.appendBuffer(part);
            }
        });
        request.resume();
    }

    private static ObjectNode parse(Buffer body) {
        if (body.length() > MAX_BYTES) {
            throw new HttpProblem(ProblemDetails.of(Status.REQUEST_ENTITY_TOO_LARGE,
                    "The body has more than " + MAX_BYTES + " bytes."));
        }
        JsonNode json;
        try {
            json = body.length() == 0 ? null : Json.readExact(body.getBytes());
        } catch (JsonLossException loss) {
            throw new IllegalArgumentException("The body would lose something: " + loss.getMessage() + ".");
        } catch (ValueException malformed) {
            throw new IllegalArgumentException(CauseText.of(malformed) + ".");
        }
        if (!(json instanceof ObjectNode object)) {
            throw new IllegalArgumentException("The body has to be a JSON object; {} if there is nothing to say.");
        }
        return object;
    }

    private static <T> Uni<T> refused(Status status, String why) {
        return Uni.createFrom().failure(new HttpProblem(ProblemDetails.of(status, why)));
    }
}
