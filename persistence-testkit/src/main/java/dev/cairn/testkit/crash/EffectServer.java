package dev.cairn.testkit.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * The service that the application calls, in the JVM that does not crash. Writes each request into the ledger as an effect.
 *
 * <p>
 * {@code POST /effects} with the headers {@code Idempotency-Key} and {@code Crash-Life} and the body
 * {@code {"start", "label", "failures"}}: the first {@code failures} keys of this start and label (0 if absent) are answered with 503,
 * later ones with 200 and {@code {"done": label}}. The same key always has the same answer. {@code Crash-Life} is the number of the
 * life that calls: what it sent before it was killed may be read here when the next one has begun. A call without it is answered 400.
 * Replies may be kept back.
 */
public final class EffectServer implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String LIFE = "Crash-Life";

    private final CrashRunObservations ledger;
    private final Function<ObservedEffect, CompletionStage<?>> replies;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private final Map<String, Set<String>> keys = new ConcurrentHashMap<>();

    /** Starts it on a free port of the loopback interface. It replies at once. */
    public EffectServer(CrashRunObservations ledger) {
        this(ledger, sighting -> CompletableFuture.completedFuture(null));
    }

    /**
     * Starts it on a free port of the loopback interface.
     *
     * @param replies gives for an effect that was just seen what completes when the call may be replied to. Safe for any thread
     */
    public EffectServer(CrashRunObservations ledger, Function<ObservedEffect, CompletionStage<?>> replies) {
        this.ledger = ledger;
        this.replies = replies;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/effects", this::answer);
        server.start();
    }

    /** Address of the effect server. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/effects");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        long now = MicrosecondClock.micros();
        JsonNode request = MAPPER.readTree(exchange.getRequestBody());
        String start = request.path("start").asText();
        String label = request.path("label").asText();
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String life = exchange.getRequestHeaders().getFirst(LIFE);
        if (life == null) {
            reply(exchange, 400, new byte[0]);
            return;
        }
        ObservedEffect sighting = new ObservedEffect(start, label, key, Integer.parseInt(life), now);
        boolean fails = attempt(start, label, key) <= request.path("failures").asInt(0);
        byte[] body = fails ? new byte[0] : MAPPER.writeValueAsBytes(MAPPER.createObjectNode().put("done", label));
        CompletionStage<?> mayReply = replies.apply(sighting);
        ledger.seen(sighting);
        // No thread waits meanwhile: any number of calls may be unanswered.
        mayReply.thenRunAsync(() -> reply(exchange, fails ? 503 : 200, body), threads);
    }

    private static void reply(HttpExchange exchange, int status, byte[] body) {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException gone) {
            // The caller was killed, as expected here.
        }
    }

    /** The how-manieth key of this effect it is, from 1. */
    private int attempt(String start, String label, String key) {
        Set<String> known = keys.computeIfAbsent(start + "/" + label, effect -> new LinkedHashSet<>());
        synchronized (known) {
            known.add(key);
            int attempt = 1;
            for (String earlier : known) {
                if (earlier.equals(key)) {
                    return attempt;
                }
                attempt++;
            }
            throw new IllegalStateException("A key that was just added is missing");
        }
    }
}
