package dev.cairn.crash.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A service that takes calls and answers none until it is woken. Counts its answers by idempotency key. */
final class SleepingService implements AutoCloseable {

    private static final byte[] ANSWER = "{}".getBytes();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private final Queue<HttpExchange> held = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> answersByKey = new ConcurrentHashMap<>();
    private volatile boolean awake;

    SleepingService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** Number of calls that it took and has not answered. */
    int heldCalls() {
        return held.size();
    }

    /** Number of answers to each call. */
    Map<String, Integer> answersByKey() {
        return answersByKey;
    }

    /** Forgets the calls of a life that is gone. */
    void forgetCalls() {
        held.clear();
    }

    /** Answers the calls that it took, and all later ones at once. */
    void wake() {
        awake = true;
        answerHeld();
    }

    private void take(HttpExchange call) throws IOException {
        call.getRequestBody().readAllBytes();
        held.add(call);
        if (awake) {
            answerHeld();
        }
    }

    private void answerHeld() {
        for (HttpExchange call = held.poll(); call != null; call = held.poll()) {
            List<String> keys = call.getRequestHeaders().get("Idempotency-Key");
            try {
                call.getResponseHeaders().add("Content-Type", "application/json");
                // Otherwise this server closes idle connections as they are used again.
                call.getResponseHeaders().add("Connection", "close");
                call.sendResponseHeaders(200, ANSWER.length);
                call.getResponseBody().write(ANSWER);
                answersByKey.merge(keys.get(0), 1, Integer::sum);
            } catch (IOException gone) {
                // Its caller was killed.
            } finally {
                call.close();
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
