package dev.cairn.effect.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectCallSite;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundRoute;
import dev.cairn.spi.outbound.OutboundTarget;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/** A server on a free loopback port, and calls to it. */
final class HttpTestServer implements AutoCloseable {

    static final ObjectMapper MAPPER = new ObjectMapper();

    /** For calls to constant targets, which need no admission. */
    static final OutboundGuard NO_GUARD = new OutboundGuard() {
        @Override
        public Uni<OutboundRoute> admit(OutboundTarget target, OutboundCaller caller) {
            throw new AssertionError("A constant target was to be admitted: " + target);
        }

        @Override
        public Uni<OutboundRoute> follow(OutboundRoute from, OutboundTarget to, OutboundCaller caller) {
            throw new AssertionError("A redirection was followed to " + to);
        }
    };

    final AtomicInteger connections = new AtomicInteger();
    private final HttpServer server;

    HttpTestServer(Vertx vertx, Handler<HttpServerRequest> handler) {
        this(vertx, new HttpServerOptions(), handler);
    }

    HttpTestServer(Vertx vertx, HttpServerOptions options, Handler<HttpServerRequest> handler) {
        server = vertx.createHttpServer(options.setHost("127.0.0.1").setPort(0))
                .connectionHandler(connection -> connections.incrementAndGet())
                .requestHandler(handler)
                .listen()
                .toCompletionStage().toCompletableFuture().join();
    }

    int port() {
        return server.actualPort();
    }

    String uri(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    /** A GET of this path. */
    EffectCall get(String path) {
        return call(path, "{}");
    }

    /** A call of this path with these arguments; GET unless they say otherwise. */
    EffectCall call(String path, String arguments) {
        return callOf(uri(path), arguments);
    }

    static EffectCall callTo(String uri) {
        return callOf(uri, "{}");
    }

    static EffectCall callOf(String uri, String arguments) {
        ObjectNode json = (ObjectNode) json(arguments);
        json.put("uri", uri);
        if (!json.has("method")) {
            json.put("method", "GET");
        }
        return new EffectCall("i-1", "default:test", "1.0.0", "/do/0/ask", "key-1", json);
    }

    /** A GET of a URI whose host input can influence. */
    static EffectCall dynamicCallTo(String uri) {
        EffectCall call = callTo(uri);
        return new EffectCall(call.instanceId(), new EffectCallSite(call.workflow(), call.version(), call.task(), true),
                call.idempotencyKey(), call.arguments(), call.trace());
    }

    /** As {@link #dynamicCallTo(String)}, with more arguments. */
    static EffectCall dynamicCallTo(String uri, String arguments) {
        EffectCall call = dynamicCallTo(uri);
        ((ObjectNode) call.arguments()).setAll((ObjectNode) json(arguments));
        return call;
    }

    static Buffer gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Buffer.buffer(bytes.toByteArray());
    }

    static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }
}
