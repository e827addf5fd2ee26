package dev.cairn.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ServerHttpRequest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.driver.MemoryBudget;
import dev.cairn.spi.CauseText;
import dev.cairn.value.Json;
import dev.cairn.value.JsonLossException;
import dev.cairn.value.Payload;
import dev.cairn.value.ValueException;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.ext.web.RoutingContext;

/**
 * Reads the JSON body of a request without a thread that waits for it, however slow the client is.
 */
final class RequestBody {

    /** A received byte is held in the buffer, in the copy that is parsed, and in a value. */
    private static final int HELD_PER_BYTE = 3;
    private static final String TOO_LARGE = "The body is larger than this server accepts.";

    private RequestBody() {}

    /**
     * Reads the body. While there is no room for it, it is dropped as it comes.
     *
     * @return the input, an empty object for an empty body; fails with {@link HttpProblem}. Completes on the event loop of the
     *         request. If the client goes away it never completes
     */
    static Uni<Payload> read(ResteasyReactiveRequestContext request, MemoryBudget memory) {
        return Uni.createFrom().<byte[]>emitter(emitter -> receive(request.serverRequest(), memory, emitter))
                .map(bytes -> parse(mediaType(request), bytes));
    }

    /** Null if there is none, or what is there is none. */
    private static MediaType mediaType(ResteasyReactiveRequestContext request) {
        try {
            return request.getHttpHeaders().getMediaType();
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    static ProblemDetails tooLarge() {
        return ProblemDetails.of(Status.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE).withClose();
    }

    private static void receive(ServerHttpRequest request, MemoryBudget memory, UniEmitter<? super byte[]> emitter) {
        if (request.isRequestEnded() && request.unwrap(RoutingContext.class).body().buffer() == null) {
            request.resumeRequestInput();
            emitter.complete(new byte[0]);
            return;
        }
        request.setReadListener(new Receiver(request, limit(request), memory, emitter));
        request.resumeRequestInput();
    }

    /** A request that states its length was checked before; this one is set for those that do not. */
    private static long limit(ServerHttpRequest request) {
        Long limit = request.unwrap(RoutingContext.class).get(VertxHttpRecorder.MAX_REQUEST_SIZE_KEY);
        return limit == null ? Integer.MAX_VALUE : Math.min(limit, Integer.MAX_VALUE);
    }

    private static Payload parse(MediaType type, byte[] bytes) {
        if (bytes.length == 0) {
            return Payload.of(JsonNodeFactory.instance.objectNode());
        }
        if (!isJson(type)) {
            throw new HttpProblem(
                    ProblemDetails.of(Status.UNSUPPORTED_MEDIA_TYPE, "The body has to be application/json in UTF-8."));
        }
        if (!mayBeUtf8(bytes)) {
            throw new HttpProblem(
                    ProblemDetails.of(Status.BAD_REQUEST, "The body is not UTF-8 text without a byte order mark."));
        }
        try {
            return Payload.of(Json.readExact(bytes), bytes);
        } catch (JsonLossException loss) {
            throw new HttpProblem(
                    ProblemDetails.of(Status.BAD_REQUEST, "The body would lose something as input of the workflow.")
                            .withError(loss.pointer(), loss.getMessage()));
        } catch (ValueException e) {
            throw new HttpProblem(ProblemDetails.of(Status.BAD_REQUEST, CauseText.of(e) + "."));
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
     * False for other encodings, which a JSON parser would accept by itself: the bytes are kept, and whoever reads them expects
     * UTF-8. In JSON the first two characters are ASCII, or the second is the start of a string.
     */
    private static boolean mayBeUtf8(byte[] bytes) {
        boolean mark = bytes[0] == (byte) 0xEF || bytes[0] == (byte) 0xFE || bytes[0] == (byte) 0xFF;
        return !mark && bytes[0] != 0 && (bytes.length < 2 || bytes[1] != 0);
    }

    private static final class Receiver implements ServerHttpRequest.ReadCallback {
        private final ServerHttpRequest request;
        private final long limit;
        private final MemoryBudget memory;
        private final UniEmitter<? super byte[]> emitter;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private boolean refused;
        private long heldBytes;

        Receiver(ServerHttpRequest request, long limit, MemoryBudget memory, UniEmitter<? super byte[]> emitter) {
            this.request = request;
            this.limit = limit;
            this.memory = memory;
            this.emitter = emitter;
            emitter.onTermination(this::drop);
        }

        @Override
        public void data(ByteBuffer data) {
            if (refused) {
                return;
            }
            if (received.size() + (long) data.remaining() > limit) {
                refused = true;
                request.pauseRequestInput();
                emitter.fail(new HttpProblem(tooLarge()));
                return;
            }
            if (memory.isFull()) {
                // The rest is read and dropped, so the connection can be used again.
                refused = true;
                emitter.fail(new HttpProblem(HttpFailures.unavailable()));
                return;
            }
            long more = (long) HELD_PER_BYTE * data.remaining();
            memory.hold(more);
            heldBytes += more;
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            received.writeBytes(bytes);
        }

        @Override
        public void done() {
            if (!refused) {
                emitter.complete(received.toByteArray());
            }
        }

        /** What was received is an instance by now, or nothing. */
        private void drop() {
            memory.hold(-heldBytes);
            heldBytes = 0;
            received.reset();
        }
    }
}
