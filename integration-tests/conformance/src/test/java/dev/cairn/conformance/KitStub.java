package dev.cairn.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Stands in for the two public hosts that scenarios of the conformance kit call. */
final class KitStub implements AutoCloseable {

    private final HttpServer server;

    KitStub() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v2/pet/", KitStub::pet);
        server.createContext("/v2/swagger.json", KitStub::document);
        server.createContext("/basic-auth/", KitStub::authenticate);
        server.start();
    }

    /** A definition whose calls go to this stub. */
    String redirected(String definition) {
        String here = "http://localhost:" + server.getAddress().getPort();
        return definition.replace("https://petstore.swagger.io", here).replace("https://httpbin.org", here);
    }

    private static void document(HttpExchange exchange) throws IOException {
        answer(exchange, 200,
                new String(new PublicDocuments().find("remote/swagger.json").orElseThrow(), StandardCharsets.UTF_8));
    }

    private static void pet(HttpExchange exchange) throws IOException {
        String what = exchange.getRequestURI().getPath().substring("/v2/pet/".length());
        if (what.equals("findByStatus")) {
            String status = exchange.getRequestURI().getQuery().replace("status=", "");
            answer(exchange, 200, "[" + pet("1", status) + "," + pet("2", status) + "]");
        } else if (what.matches("\\d+")) {
            answer(exchange, 200, pet(what, "available"));
        } else {
            answer(exchange, 404, "{\"code\": 404, \"message\": \"null for uri\"}");
        }
    }

    private static String pet(String id, String status) {
        return "{\"id\": " + id + ", \"name\": \"Milou\", \"status\": \"" + status + "\"}";
    }

    /** {@code /basic-auth/{user}/{password}} wants just these two. */
    private static void authenticate(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/");
        String wanted = "Basic "
                + Base64.getEncoder().encodeToString((path[2] + ":" + path[3]).getBytes(StandardCharsets.UTF_8));
        if (wanted.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 200, "{\"authenticated\": true, \"user\": \"" + path[2] + "\"}");
        } else {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"kit\"");
            answer(exchange, 401, "{}");
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
