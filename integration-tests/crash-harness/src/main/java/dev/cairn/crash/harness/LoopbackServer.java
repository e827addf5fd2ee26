package dev.cairn.crash.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;

/** An HTTP server on loopback that serves JSON. A handler that does not answer leaves the request unanswered. */
public final class LoopbackServer implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** Listens on a free port, and serves nothing yet. */
    public LoopbackServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.start();
    }

    /** Serves a path and all paths below it. */
    public void serve(String path, HttpHandler handler) {
        server.createContext(path, handler);
    }

    /** The URI of a path. */
    public String uri(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** The body of a request. */
    public static JsonNode body(HttpExchange exchange) throws IOException {
        return MAPPER.readTree(exchange.getRequestBody());
    }

    /** Answers a request with the status 200. */
    public static void answer(HttpExchange exchange, JsonNode body) throws IOException {
        byte[] bytes = MAPPER.writeValueAsBytes(body);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
