package dev.cairn.testkit.crash;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An application that acknowledges starts and keeps them in memory: what the harness must find out. An instance ends the third
 * time it is looked at.
 */
final class ForgetfulApplication {

    private static final Set<String> LOOKS = ConcurrentHashMap.newKeySet();

    private ForgetfulApplication() {}

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/things", ForgetfulApplication::start);
        server.createContext("/instances/", ForgetfulApplication::look);
        server.start();
        System.out.println("Listening on: http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void start(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        LOOKS.add(id);
        exchange.getResponseHeaders().set("Location", "/instances/" + id);
        answer(exchange, 202, "");
    }

    private static void look(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestURI().getPath().substring("/instances/".length());
        if (!LOOKS.contains(id)) {
            answer(exchange, 404, "");
        } else if (LOOKS.add(id + "/1") || LOOKS.add(id + "/2")) {
            answer(exchange, 200, "{\"status\": \"running\"}");
        } else {
            answer(exchange, 200, "{\"status\": \"completed\", \"output\": 1}");
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
