package dev.cairn.crash.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A service that never answers the first request, and each further one at once. */
public final class HeldService implements AutoCloseable {

    private static final int NO_BODY = -1;
    private static final long PATIENCE_SECONDS = 60;

    private final HttpServer server;
    private final List<String> parents = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> first = new CompletableFuture<>();
    private final CompletableFuture<Void> second = new CompletableFuture<>();

    /** Listens on the loopback address. */
    public HeldService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    /** The URI of the service. */
    public String uri() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The {@code traceparent} of each request, in their order. */
    public List<String> parents() {
        return parents;
    }

    /** Waits until the first request is there. */
    public void awaitFirst() throws Exception {
        first.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until a second request is there. */
    public void awaitSecond() throws Exception {
        second.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private void answer(HttpExchange exchange) throws IOException {
        parents.add(String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
        if (!first.complete(null)) {
            exchange.sendResponseHeaders(204, NO_BODY);
            exchange.close();
            second.complete(null);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
