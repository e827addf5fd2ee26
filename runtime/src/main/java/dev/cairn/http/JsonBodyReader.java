package dev.cairn.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ServerHttpRequest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.engine.Engine;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.node.MemoryBudget;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonLossException;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueException;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.ext.web.RoutingContext;

/**
 * Reads the JSON body of a request without a thread that waits for it, however slow the client is.
 */
public final class JsonBodyReader {

    private static final String TOO_LARGE = "The body is larger than this server accepts.";

    /** A larger body is parsed by a worker: 64 KiB take less than a millisecond, 9 MB a tenth of a second. */
    static final int MAX_INLINE_BYTES = 64 << 10;

    private JsonBodyReader() {}

    /**
     * Reads the body. While there is no room for it, it is dropped as it comes.
     *
     * @return the input, an empty object for an empty body; fails with {@link HttpProblemException}. Completes on the event loop of the
     *         request. If the client goes away it never completes
     */
    static Promise<JsonPayload> read(ResteasyReactiveRequestContext request, Engine engine, UploadMemoryBudget uploads) {
        Promise<JsonPayload> input = new Promise<>();
        Promise<byte[]> body = new Promise<>();
        body.listen((bytes, failure) -> {
            if (failure == null) {
                parse(mediaType(request), bytes, engine::compute, () -> onEventLoop(request)).listen(input::settle);
            } else {
                input.fail(failure);
            }
        });
        receive(request.serverRequest(), engine.memory(), uploads, body);
        return input;
    }

    /**
     * Parses a body: a large one on a worker, where that delays no other request. A small one is parsed without a {@link Uni}, which
     * would take longer than a small workflow.
     *
     * @param workers runs it on a worker
     * @param eventLoop asked at once, if a worker is; delivers the result of the worker
     */
    static Promise<JsonPayload> parse(MediaType type, byte[] bytes, UnaryOperator<Uni<JsonPayload>> workers,
            Supplier<Executor> eventLoop) {
        if (!isParsedInline(bytes.length)) {
            return Promise.of(onWorker(Uni.createFrom().item(() -> parse(type, bytes)), workers, eventLoop.get()));
        }
        JsonPayload parsed;
        try {
            parsed = parse(type, bytes);
        } catch (RuntimeException | Error malformed) {
            return Promise.failed(malformed);
        }
        return Promise.completed(parsed);
    }

    /** Runs actions on the event loop that this is called on, in the context of the request. */
    static Executor onEventLoop(ResteasyReactiveRequestContext request) {
        Context context = request.serverRequest().unwrap(RoutingContext.class).vertx().getOrCreateContext();
        return action -> context.runOnContext(any -> action.run());
    }

    /**
     * Parses a body: a large one on a worker, where that delays no other request.
     *
     * @param bytes its size
     * @param parse parses it on the subscribing thread
     * @param workers moves it to a worker
     * @param eventLoop delivers the result then
     */
    public static <T> Uni<T> parsed(int bytes, Uni<T> parse, UnaryOperator<Uni<T>> workers, Executor eventLoop) {
        return isParsedInline(bytes) ? parse : onWorker(parse, workers, eventLoop);
    }

    private static <T> Uni<T> onWorker(Uni<T> parse, UnaryOperator<Uni<T>> workers, Executor eventLoop) {
        return workers.apply(parse).emitOn(eventLoop);
    }

    /** True if an event loop parses a body of this size itself. */
    private static boolean isParsedInline(int bytes) {
        return bytes <= MAX_INLINE_BYTES;
    }

    /** Null if there is none, or if it is invalid. */
    private static MediaType mediaType(ResteasyReactiveRequestContext request) {
        try {
            return request.getHttpHeaders().getMediaType();
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    /** The body of a request is counted elsewhere from now on. */
    static void release(ResteasyReactiveRequestContext request) {
        UploadReservation upload = UploadReservation.of(request.serverRequest().unwrap(RoutingContext.class));
        if (upload != null) {
            upload.release();
        }
    }

    static ProblemDetails tooLarge() {
        return ProblemDetails.of(Status.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE).withClose();
    }

    private static void receive(ServerHttpRequest request, MemoryBudget memory, UploadMemoryBudget uploads,
            Promise<byte[]> body) {
        RoutingContext routing = request.unwrap(RoutingContext.class);
        // The route in front does not see all that Quarkus REST takes for the path: "/orders;a=b", say.
        if (UploadReservation.of(routing) == null && !uploads.admit(routing)) {
            request.resumeRequestInput();
            body.fail(new HttpProblemException(UploadMemoryBudget.noRoom()));
            return;
        }
        if (request.isRequestEnded() && routing.body().buffer() == null) {
            request.resumeRequestInput();
            body.complete(new byte[0]);
            return;
        }
        request.setReadListener(
                new Receiver(request, limit(request), memory::isFull, UploadReservation.of(routing), body,
                        new ByteArrayOutputStream()));
        request.resumeRequestInput();
    }

    /** A request that states its length was checked before; this one is set for those that do not. */
    private static long limit(ServerHttpRequest request) {
        Long limit = request.unwrap(RoutingContext.class).get(VertxHttpRecorder.MAX_REQUEST_SIZE_KEY);
        return limit == null ? Integer.MAX_VALUE : Math.min(limit, Integer.MAX_VALUE);
    }

    private static JsonPayload parse(MediaType type, byte[] bytes) {
        if (bytes.length == 0) {
            return JsonPayload.of(JsonNodeFactory.instance.objectNode());
        }
        if (!isJson(type)) {
            throw new HttpProblemException(
                    ProblemDetails.of(Status.UNSUPPORTED_MEDIA_TYPE, "The body has to be application/json in UTF-8."));
        }
        if (!mayBeUtf8(bytes)) {
            throw new HttpProblemException(
                    ProblemDetails.of(Status.BAD_REQUEST, "The body is not UTF-8 text without a byte order mark."));
        }
        try {
            return JsonPayload.of(JsonCodec.readExact(bytes), bytes);
        } catch (JsonLossException loss) {
            throw new HttpProblemException(
                    ProblemDetails.of(Status.BAD_REQUEST, "The body would lose something as input of the workflow.")
                            .withError(loss.pointer(), loss.getMessage()));
        } catch (ValueException e) {
            throw new HttpProblemException(ProblemDetails.of(Status.BAD_REQUEST, ExceptionMessageFormatter.of(e) + "."));
        }
    }

    private static boolean isJson(MediaType type) {
        if (type == null || !type.getType().equalsIgnoreCase("application")) {
            return false;
        }
        String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
        String charset = type.getParameters().get(MediaType.CHARSET_PARAMETER);
        return (subtype.equals("json") || subtype.endsWith("+json")) && (charset == null || charset.equalsIgnoreCase("utf-8"));
    }

    /**
     * False for other encodings, which a JSON parser would accept by itself: the bytes are kept, and their readers expect
     * UTF-8. In JSON the first two characters are ASCII, or the second is the start of a string.
     */
    private static boolean mayBeUtf8(byte[] bytes) {
        boolean mark = bytes[0] == (byte) 0xEF || bytes[0] == (byte) 0xFE || bytes[0] == (byte) 0xFF;
        return !mark && bytes[0] != 0 && (bytes.length < 2 || bytes[1] != 0);
    }

    static final class Receiver implements ServerHttpRequest.ReadCallback {
        private final ServerHttpRequest request;
        private final long limit;
        private final BooleanSupplier full;
        /** Null if the request has no body. */
        private final UploadReservation upload;
        private final Promise<byte[]> body;
        /** Null once nothing more is wanted. */
        private ByteArrayOutputStream received;
        private long droppedBytes;

        Receiver(ServerHttpRequest request, long limit, BooleanSupplier full, UploadReservation upload,
                Promise<byte[]> body, ByteArrayOutputStream received) {
            this.received = received;
            this.request = request;
            this.limit = limit;
            this.full = full;
            this.upload = upload;
            this.body = body;
        }

        @Override
        public void data(ByteBuffer data) {
            if (received == null) {
                drop(data.remaining());
                return;
            }
            long size = received.size() + (long) data.remaining();
            if (size > limit) {
                request.pauseRequestInput();
                refuse(new HttpProblemException(tooLarge()));
                return;
            }
            try {
                if (full.getAsBoolean()) {
                    refuse(new HttpProblemException(HttpProblemMapper.noMemory()));
                    return;
                }
                if (upload != null && !upload.reserve(size)) {
                    refuse(new HttpProblemException(UploadMemoryBudget.noRoom()));
                    return;
                }
                byte[] bytes = new byte[data.remaining()];
                data.get(bytes);
                received.writeBytes(bytes);
            } catch (RuntimeException | Error e) {
                // Vert.x would log it and go on behind the part that is missing.
                refuse(e);
            }
        }

        /** A body without a stated length may have no end. */
        private void drop(int bytes) {
            droppedBytes += bytes;
            if (droppedBytes > limit && upload != null) {
                upload.endIfAnswered();
            }
        }

        /** The rest is read and dropped. */
        private void refuse(Throwable failure) {
            received = null;
            body.fail(failure);
        }

        @Override
        public void done() {
            if (received == null || upload != null && upload.isOver()) {
                return;
            }
            byte[] bytes;
            try {
                if (upload != null) {
                    upload.arrived();
                }
                bytes = received.toByteArray();
            } catch (RuntimeException | Error e) {
                refuse(e);
                return;
            }
            received = null;
            body.complete(bytes);
        }
    }
}
