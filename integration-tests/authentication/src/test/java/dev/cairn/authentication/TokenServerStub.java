package dev.cairn.authentication;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An authorization server that behaves as the last part of the path says, and an API that accepts any token. Each path has its counter
 * of requests.
 */
final class TokenServerStub {

    /** The application and the test see this class in different class loaders; they share the server by its port. */
    private static final String PORT = "dev.cairn.authentication.token-server";
    /** A client of Quarkus has five connections to a server. */
    static final int HANGING_REQUESTS = 5;
    private static final byte[] BLOCK = "x".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);

    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();

    private TokenServerStub() {}

    /** The port of the server, which is started if it is not there. */
    static synchronized int port() {
        Integer port = Integer.getInteger(PORT);
        if (port == null) {
            port = new TokenServerStub().start();
            System.setProperty(PORT, port.toString());
        }
        return port;
    }

    private int start() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "token-server-stub");
                thread.setDaemon(true);
                return thread;
            }));
            server.createContext("/", this::answer);
            server.start();
            return server.getAddress().getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/api")) {
            json(exchange, 200,
                    "{\"header\": \"" + exchange.getRequestHeaders().getFirst("X-Token") + "\", \"authorization\": \""
                            + exchange.getRequestHeaders().getFirst("Authorization").replaceFirst("\\.[^.]*$", "")
                            + "\", \"query\": \"" + exchange.getRequestURI().getRawQuery()
                            + "\"}");
            return;
        }
        int number = requests.computeIfAbsent(path, any -> new AtomicInteger()).incrementAndGet();
        String refresh = body.contains("grant_type=refresh_token") ? body.replaceFirst(".*&?refresh_token=([^&]*).*", "$1")
                : "";
        String[] parts = path.split("/");
        switch (parts[1]) {
            case "no-token" -> json(exchange, 200, "{\"error\": \"sorry\"}");
            case "html" -> text(exchange, 200, "text/html", "<html>signed in</html>");
            case "list" -> json(exchange, 200, "[]");
            case "moved" -> {
                exchange.getResponseHeaders().set("Location", "/html");
                text(exchange, 302, "text/html", "");
            }
            case "busy", "busy-until" -> {
                exchange.getResponseHeaders().set("Retry-After",
                        parts[1].equals("busy") ? "1" : "Wed, 01 Jan 2125 00:00:00 GMT");
                json(exchange, 429, "{\"error\": \"slow_down\"}");
            }
            case "wordy" -> json(exchange, 400,
                    "{\"error\": \"" + "c".repeat(3000) + "\", \"error_description\": \"" + "d".repeat(3000) + "\"}");
            case "large" -> large(exchange);
            case "hanging" -> {
                if (number <= HANGING_REQUESTS) {
                    hang();
                } else {
                    json(exchange, 200, "{\"access_token\": \"late-" + number + ".x\"}");
                }
            }
            // A refresh token with the first token alone.
            case "keeping" -> json(exchange, 200, "{\"access_token\": \"from-" + (refresh.isEmpty() ? "new" : refresh) + "."
                    + number + "\", \"expires_in\": 0" + (number == 1 ? ", \"refresh_token\": \"r1\"" : "") + "}");
            // A new refresh token with each token; the second request fails as the path says, and the third works.
            case "rotating" -> {
                if (number == 2) {
                    text(exchange, Integer.parseInt(parts[2]), "application/json", "{\"error\": \"invalid_grant\"}");
                } else {
                    json(exchange, 200, "{\"access_token\": \"from-" + (refresh.isEmpty() ? "new" : refresh) + "." + number
                            + "\", \"expires_in\": 0, \"refresh_token\": \"r" + number + "\"}");
                }
            }
            // The second answer is refused, and then the connection is cut.
            case "cutting" -> {
                if (number == 1) {
                    json(exchange, 200, "{\"access_token\": \"first.1\", \"expires_in\": 0, \"refresh_token\": \"r1\"}");
                } else if (number == 2) {
                    json(exchange, 400, "{\"error\": \"invalid_grant\"}");
                } else {
                    exchange.close();
                }
            }
            // Of many clients, each keeps its connection.
            case "many" -> {
                exchange.getResponseHeaders().set("Connection", "close");
                json(exchange, 200, "{\"access_token\": \"many-" + number + ".x\"}");
            }
            default -> json(exchange, 200, "{\"access_token\": \"" + parts[1] + "-" + number + ".x\", \"expires_in\": "
                    + (parts.length > 2 && parts[2].startsWith("in") ? parts[2].substring(2) : "300") + "}");
        }
    }

    private static void large(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            while (true) {
                out.write(BLOCK);
            }
        }
    }

    private static void hang() {
        synchronized (BLOCK) {
            try {
                BLOCK.wait();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void json(HttpExchange exchange, int status, String body) throws IOException {
        text(exchange, status, "application/json", body);
    }

    private static void text(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
