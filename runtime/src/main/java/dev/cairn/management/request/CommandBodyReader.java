package dev.cairn.management.request;

import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.Engine;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.HttpProblemMapper;
import dev.cairn.http.JsonBodyReader;
import dev.cairn.http.ProblemDetails;
import dev.cairn.http.UploadMemoryBudget;
import dev.cairn.http.UploadReservation;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.value.BodyMediaType;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonLossException;
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
 * Reads the body of a command, a JSON object, without blocking a thread. A browser sends this media type to another site only if that site
 * permits it. So pages of other sites cannot give commands with the credentials in the browser.
 */
public final class CommandBodyReader {

    /** Maximum bytes of a body. Commands have small bodies; the largest is the input of a start. */
    static final int MAX_BYTES = 1 << 20;
    /** So the client gets to read the answer before it has sent all. */
    private static final int MAX_DROPPED_BYTES = 16 << 20;

    private final RoutingContext routing;
    private final HttpServerRequest request;
    private final Context context;
    private final Engine engine;
    private final UploadMemoryBudget uploads;

    /** Reads an unread request, on its event loop. The body does not arrive before {@link #read}. */
    public CommandBodyReader(RoutingContext routing, Engine engine, UploadMemoryBudget uploads) {
        this.routing = routing;
        this.request = routing.request();
        this.context = routing.vertx().getOrCreateContext();
        this.engine = engine;
        this.uploads = uploads;
        if (!request.isEnded()) {
            request.pause();
        }
    }

    /** Discards the body, or the rest of it, as it arrives. A body without an end closes the connection. Thread-safe. */
    public void drop() {
        if (!request.isEnded()) {
            context.runOnContext(any -> dropHere());
        }
    }

    private void dropHere() {
        if (request.isEnded()) {
            return;
        }
        if (UploadReservation.of(routing) == null) {
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
     * The body; fails with {@link HttpProblemException}. Call it once, on any thread; it completes on the event loop of the request. It
     * never completes if the client closes the connection.
     */
    public Uni<ObjectNode> read() {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        if (type == null || !BodyMediaType.of(type).isJson()) {
            return Uni.createFrom().failure(problem(Status.UNSUPPORTED_MEDIA_TYPE, "The body has to be application/json."));
        }
        return Uni.createFrom().<Buffer>emitter(emitter -> context.runOnContext(any -> receive(emitter)))
                .chain(body -> JsonBodyReader.parsed(body.length(), Uni.createFrom().item(() -> parse(body)),
                        engine::compute,
                        action -> context.runOnContext(any -> action.run())));
    }

    private void receive(UniEmitter<? super Buffer> emitter) {
        if (request.isEnded()) {
            Buffer there = routing.body() == null ? null : routing.body().buffer();
            emitter.complete(there == null ? Buffer.buffer() : there);
            return;
        }
        if (UploadMemoryBudget.statedLength(request) > MAX_BYTES) {
            emitter.fail(tooLarge());
            return;
        }
        if (!uploads.admit(routing)) {
            emitter.fail(new HttpProblemException(UploadMemoryBudget.noRoom()));
            return;
        }
        UploadReservation upload = UploadReservation.of(routing);
        Buffer received = Buffer.buffer();
        // The client is gone, or has its answer that the body took too long.
        request.exceptionHandler(gone -> {});
        request.endHandler(end -> {
            if (upload != null) {
                upload.arrived();
            }
            emitter.complete(received);
        });
        request.handler(part -> {
            HttpProblemException refusal = refusal(upload, received.length() + part.length());
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

    /** Answers 100 if the client waits for it before it sends the body. Clients of HTTP/1.0 know no interim answers. */
    private void inviteBody() {
        if (request.version() != HttpVersion.HTTP_1_0
                && HttpHeaders.CONTINUE.toString().equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
            routing.response().writeContinue();
        }
    }

    /** The problem that refuses a body of this size, or null if there is room for it. */
    private HttpProblemException refusal(UploadReservation upload, int bytes) {
        if (bytes > MAX_BYTES) {
            return tooLarge();
        }
        if (engine.memory().isFull()) {
            return new HttpProblemException(HttpProblemMapper.noMemory());
        }
        return upload == null || upload.reserve(bytes) ? null : new HttpProblemException(UploadMemoryBudget.noRoom());
    }

    /** Reads a complete body; throws {@link HttpProblemException} if it is no JSON object. */
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
            throw BadRequestAnswers.of(ExceptionMessageFormatter.of(malformed) + ".");
        }
        if (!(json instanceof ObjectNode object)) {
            throw BadRequestAnswers.of("The body has to be a JSON object; {} if there is nothing to say.");
        }
        return object;
    }

    private static HttpProblemException tooLarge() {
        return problem(Status.REQUEST_ENTITY_TOO_LARGE, "The body has more than " + MAX_BYTES + " bytes.");
    }

    private static HttpProblemException problem(Status status, String why) {
        return new HttpProblemException(ProblemDetails.of(status, why));
    }
}
