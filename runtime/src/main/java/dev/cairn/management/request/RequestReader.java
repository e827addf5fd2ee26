package dev.cairn.management.request;

import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.Engine;
import dev.cairn.http.HttpProblem;
import dev.cairn.http.HttpProblemMapper;
import dev.cairn.http.ProblemDetails;
import dev.cairn.http.RequestBody;
import dev.cairn.http.RequestUpload;
import dev.cairn.http.UploadLimits;
import dev.cairn.spi.CauseText;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonLossException;
import dev.cairn.value.MediaType;
import dev.cairn.value.ValueException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/**
 * Reads the body of a command: a JSON object, without a thread that waits for it. A browser sends this media type to another site only if
 * that permits it, so pages of other sites give no commands with the credentials that a browser keeps.
 */
public final class RequestReader {

    /** Commands have small bodies; the largest is the input of a start. */
    static final int MAX_BYTES = 1 << 20;
    /** So the client gets to read the answer before it has sent all. */
    private static final int MAX_DROPPED_BYTES = 16 << 20;

    private final RoutingContext routing;
    private final HttpServerRequest request;
    private final Context context;
    private final Engine engine;
    private final UploadLimits uploads;

    /** Of a request that nobody has begun to read, on its event loop. Its body does not arrive before {@link #read}. */
    public RequestReader(RoutingContext routing, Engine engine, UploadLimits uploads) {
        this.routing = routing;
        this.request = routing.request();
        this.context = routing.vertx().getOrCreateContext();
        this.engine = engine;
        this.uploads = uploads;
        if (!request.isEnded()) {
            request.pause();
        }
    }

    /** Nobody wants the body, or the rest of it: it is dropped as it arrives. One that has no end ends the connection. From any thread. */
    public void drop() {
        if (!request.isEnded()) {
            context.runOnContext(any -> dropHere());
        }
    }

    private void dropHere() {
        if (request.isEnded()) {
            return;
        }
        if (RequestUpload.of(routing) == null) {
            uploads.limitTime(routing);
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

    /**
     * The body; fails with {@link HttpProblem}. To be called once, on any thread; completes on the event loop of the request. If the client
     * goes away it never completes.
     */
    public Uni<ObjectNode> read() {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        if (type == null || !MediaType.of(type).isJson()) {
            return Uni.createFrom().failure(problem(Status.UNSUPPORTED_MEDIA_TYPE, "The body has to be application/json."));
        }
        return Uni.createFrom().<Buffer>emitter(emitter -> context.runOnContext(any -> receive(emitter)))
                .chain(body -> RequestBody.parsed(body.length(), Uni.createFrom().item(() -> parse(body)), engine::compute,
                        action -> context.runOnContext(any -> action.run())));
    }

    private void receive(UniEmitter<? super Buffer> emitter) {
        if (request.isEnded()) {
            Buffer there = routing.body() == null ? null : routing.body().buffer();
            emitter.complete(there == null ? Buffer.buffer() : there);
            return;
        }
        if (UploadLimits.statedLength(request) > MAX_BYTES) {
            emitter.fail(tooLarge());
            return;
        }
        if (!uploads.admit(routing)) {
            emitter.fail(new HttpProblem(UploadLimits.noRoom()));
            return;
        }
        RequestUpload upload = RequestUpload.of(routing);
        Buffer received = Buffer.buffer();
        // Nobody is left to be answered, or the body took too long and that was said.
        request.exceptionHandler(gone -> {});
        request.endHandler(end -> {
            if (upload != null) {
                upload.arrived();
            }
            emitter.complete(received);
        });
        request.handler(part -> {
            HttpProblem refusal = refusal(upload, received.length() + part.length());
            if (refusal == null) {
                received.appendBuffer(part);
            } else {
                emitter.fail(refusal);
                request.handler(rest -> {});
            }
        });
        inviteBody();
        request.resume();
    }

    /** A client that expects it sends the body only then, or after a pause. Clients of HTTP/1.0 know no interim answers. */
    private void inviteBody() {
        if (request.version() != HttpVersion.HTTP_1_0
                && HttpHeaders.CONTINUE.toString().equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
            routing.response().writeContinue();
        }
    }

    /** Why there is no room for a body of so many bytes, or null. */
    private HttpProblem refusal(RequestUpload upload, int bytes) {
        if (bytes > MAX_BYTES) {
            return tooLarge();
        }
        if (engine.memory().isFull()) {
            return new HttpProblem(HttpProblemMapper.noMemory());
        }
        return upload == null || upload.reserve(bytes) ? null : new HttpProblem(UploadLimits.noRoom());
    }

    /** Reads a body that is there; throws {@link HttpProblem} if it is no JSON object. */
    public static ObjectNode parse(Buffer body) {
        if (body.length() > MAX_BYTES) {
            throw tooLarge();
        }
        JsonNode json;
        try {
            json = body.length() == 0 ? null : JsonCodec.readExact(body.getBytes());
        } catch (JsonLossException loss) {
            throw BadRequestAnswers.of("The body would lose something: " + loss.getMessage() + ".");
        } catch (ValueException malformed) {
            throw BadRequestAnswers.of(CauseText.of(malformed) + ".");
        }
        if (!(json instanceof ObjectNode object)) {
            throw BadRequestAnswers.of("The body has to be a JSON object; {} if there is nothing to say.");
        }
        return object;
    }

    private static HttpProblem tooLarge() {
        return problem(Status.REQUEST_ENTITY_TOO_LARGE, "The body has more than " + MAX_BYTES + " bytes.");
    }

    private static HttpProblem problem(Status status, String why) {
        return new HttpProblem(ProblemDetails.of(status, why));
    }
}
