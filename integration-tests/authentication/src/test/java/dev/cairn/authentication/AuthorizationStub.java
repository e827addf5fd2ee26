package dev.cairn.authentication;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An authorization server and an API beside it. A token has the request that it was asked for with, and the API tells that of its
 * callers. The errors are those of Keycloak, where it does not do as the standard says.
 */
final class AuthorizationStub {

    /** The application and the test see this class in different class loaders; they share the server by its port. */
    private static final String PORT = "dev.cairn.authentication.stub";

    private final AtomicInteger tokens = new AtomicInteger();
    /** Requests for tokens, by path. */
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final AtomicInteger failures = new AtomicInteger();

    private AuthorizationStub() {}

    /** The port of the server, which is started if it is not there. */
    static synchronized int port() {
        Integer port = Integer.getInteger(PORT);
        if (port == null) {
            port = new AuthorizationStub().start();
            System.setProperty(PORT, port.toString());
        }
        return port;
    }

    private int start() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "authorization-stub");
                thread.setDaemon(true);
                return thread;
            }));
            server.createContext("/id", this::token);
            server.createContext("/api", this::api);
            server.start();
            return server.getAddress().getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void token(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (path.endsWith("/openid-configuration")) {
            String base = "http://" + exchange.getRequestHeaders().getFirst("Host")
                    + path.substring(0, path.indexOf("/.well-known"));
            answer(exchange, 200, "{\"token_endpoint\": \"" + base + "/protocol/token\"}");
        } else if (path.startsWith("/id/unknown-client")) {
            answer(exchange, 401, "{\"error\": \"invalid_client\", \"error_description\": \"Invalid client or secret\"}");
        } else if (path.startsWith("/id/keycloak-secret")) {
            answer(exchange, 401, "{\"error\": \"unauthorized_client\"}");
        } else if (path.startsWith("/id/bad-request-client")) {
            answer(exchange, 400, "{\"error\": \"invalid_client\"}");
        } else if (path.startsWith("/id/down-twice") && failures.incrementAndGet() <= 2) {
            answer(exchange, 503, "<h1>Service Unavailable</h1>");
        } else if (path.startsWith("/id/nonsense")) {
            answer(exchange, 200, "<html>");
        } else {
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            String request = exchange.getRequestHeaders().getFirst("Content-Type") + " " + path + " " + authorization + " "
                    + body;
            requests(path).incrementAndGet();
            String issued = tokens.incrementAndGet() + "." + Base64.getUrlEncoder().withoutPadding()
                    .encodeToString(request.getBytes(StandardCharsets.UTF_8));
            answer(exchange, 200, "{\"access_token\": \"" + issued + "\", \"token_type\": \"Bearer\", \"expires_in\": 300"
                    + (path.startsWith("/id/rotating") ? ", \"refresh_token\": \"rotated-" + tokens.get() + "\"" : "") + "}");
        }
    }

    private AtomicInteger requests(String path) {
        return requests.computeIfAbsent(path, any -> new AtomicInteger());
    }

    private void api(HttpExchange exchange) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        String token = authorization == null ? "" : authorization.replaceFirst("Bearer ", "");
        String[] parts = token.split("\\.");
        String request = parts.length != 2 ? token
                : new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        int count = parts.length != 2 ? 0 : requests(request.split(" ")[1]).get();
        boolean refused = exchange.getRequestURI().getPath().startsWith("/api/second") && count < 2;
        answer(exchange, refused ? 401 : 200, "{\"token\": \"" + parts[0] + "\", \"requests\": " + count
                + ", \"request\": \"" + request.replace("\"", "'") + "\", \"echo\": \"" + authorization + "\", \"header\": \""
                + exchange.getRequestHeaders().getFirst("X-Token")
                + "\"}");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", body.startsWith("{") ? "application/json" : "text/html");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
