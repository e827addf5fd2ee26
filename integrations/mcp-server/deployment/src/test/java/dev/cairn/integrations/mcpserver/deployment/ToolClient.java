package dev.cairn.integrations.mcpserver.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.vertx.core.json.JsonObject;

/** A client of an MCP server: streamable HTTP, one session. */
final class ToolClient {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final URI server;
    private final String user;
    private String session;
    private int requests;

    /** @param user name and password, or null for none */
    ToolClient(URI server, String user) throws IOException, InterruptedException {
        this.server = server;
        this.user = user;
        HttpResponse<String> welcome = post(request("initialize", new JsonObject().put("protocolVersion", "2025-06-18")
                .put("capabilities", new JsonObject())
                .put("clientInfo", new JsonObject().put("name", "test").put("version", "1"))));
        session = welcome.headers().firstValue("Mcp-Session-Id").orElseThrow();
        post(new JsonObject().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
    }

    /** The result of a request. */
    JsonObject ask(String method, JsonObject parameters) throws IOException, InterruptedException {
        JsonObject answer = answer(method, parameters);
        assertThat(answer.containsKey("result")).as(answer.encode()).isTrue();
        return answer.getJsonObject("result");
    }

    private JsonObject answer(String method, JsonObject parameters) throws IOException, InterruptedException {
        String body = post(request(method, parameters)).body();
        String json = body.startsWith("{") ? body
                : body.lines().filter(line -> line.startsWith("data:"))
                        .map(line -> line.substring("data:".length())).reduce((first, last) -> last).orElseThrow();
        return new JsonObject(json);
    }

    /** The result of a tool; its only content is a text. */
    JsonObject call(String tool, JsonObject arguments) throws IOException, InterruptedException {
        return ask("tools/call", new JsonObject().put("name", tool).put("arguments", arguments));
    }

    static String text(JsonObject result) {
        return result.getJsonArray("content").getJsonObject(0).getString("text");
    }

    /** The status of the answer to a body of another type. */
    int statusOf(String contentType) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server).header("Content-Type", contentType)
                .header("Accept", "application/json, text/event-stream").header("Mcp-Session-Id", session)
                .POST(BodyPublishers.ofString(request("tools/list", new JsonObject()).encode())).build();
        return HTTP.send(request, BodyHandlers.discarding()).statusCode();
    }

    private JsonObject request(String method, JsonObject parameters) {
        return new JsonObject().put("jsonrpc", "2.0").put("id", ++requests).put("method", method).put("params", parameters);
    }

    private HttpResponse<String> post(JsonObject message) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server).header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream").POST(BodyPublishers.ofString(message.encode()));
        if (session != null) {
            request.header("Mcp-Session-Id", session);
        }
        if (user != null) {
            request.header("Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
        }
        HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 202);
        return response;
    }
}
