package dev.cairn.integrations.mcp.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.authentication.CallAuthenticator;
import dev.cairn.effect.authentication.TokenSource;
import dev.cairn.effect.http.HttpClientSettings;
import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.effect.http.StreamedHttpClient;
import dev.cairn.effect.outbound.OutboundPolicy;
import dev.cairn.effect.outbound.OutboundRules;
import dev.cairn.engine.port.CallerTokenRegistry;
import dev.cairn.integrations.mcp.call.ScriptedServer.Received;
import dev.cairn.integrations.mcp.config.McpCallConfig;
import dev.cairn.quarkus.secret.TokenConcealer;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.value.JsonCodec;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Vertx;

/** Calls of a server on loopback, by HTTP. */
class McpCallPerformerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private HttpPerformer connections;
    private ScriptedServer server;
    private McpCallPerformer performer;

    @BeforeEach
    void open() {
        server = new ScriptedServer(vertx);
        allow("nothing.example.com");
    }

    @AfterEach
    void close() {
        performer.close();
        connections.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void beginsASessionAndKeepsIt() {
        JsonNode output = call("""
                {"method": "tools/call", "parameters": {"name": "echo", "arguments": {"a": 1}, "_meta": {"mine": true}},
                 "http": {"headers": {"tenant": "t", "absent": null}}}""");
        call("{\"method\": \"tools/call\", \"parameters\": {\"name\": \"echo\"}, \"http\": {\"headers\": {\"tenant\": \"t\"}}}");

        assertThat(output.path("params")).isEqualTo(JsonCodec.read("""
                {"name": "echo", "arguments": {"a": 1},
                 "_meta": {"dev.cairn/idempotency-key": "key-1", "traceparent": "00-trace", "mine": true}}"""));
        assertThat(server.methods()).containsExactly("initialize", "notifications/initialized", "tools/call", "initialize",
                "notifications/initialized", "tools/call");
        Received initialize = server.received.get(0);
        assertThat(initialize.message().path("params")).isEqualTo(JsonCodec.read("""
                {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "shop", "version": "1.2"}}"""));
        assertThat(initialize.headers().contains("mcp-session-id")).isFalse();
        assertThat(initialize.headers().contains("idempotency-key")).isFalse();
        Received made = server.received.get(2);
        assertThat(made.headers().get("tenant")).isEqualTo("t");
        assertThat(made.headers().get("accept")).isEqualTo("application/json, text/event-stream");
        assertThat(made.headers().get("mcp-session-id")).isEqualTo("session-1");
        assertThat(made.headers().get("mcp-protocol-version")).isEqualTo("2025-06-18");
        assertThat(made.headers().get("idempotency-key")).isEqualTo("key-1");
    }

    @Test
    void sharesASessionAmongCallsWithTheSameHeaders() {
        call(tool("echo"));
        call(tool("echo"));

        assertThat(server.methods()).containsExactly("initialize", "notifications/initialized", "tools/call", "tools/call");
        assertThat(server.received.get(2).message().get("id")).isNotEqualTo(server.received.get(3).message().get("id"));
    }

    @ParameterizedTest
    @ValueSource(ints = { 404, 400 })
    void beginsAnotherSessionIfTheServerForgotItsOwn(int status) {
        server.lostSession = status;
        call(tool("echo"));
        server.forgetSessions();

        assertThat(call(tool("echo")).path("tool").textValue()).isEqualTo("echo");
        assertThat(callsAndSessions()).containsExactly("initialize", "notifications/initialized", "tools/call", "tools/call",
                "initialize", "notifications/initialized", "tools/call");
    }

    /** It may have been the session: the call is repeated once. */
    @Test
    void failsIfTheServerRefusesTheCallInANewSessionToo() {
        assertThat(shown(failure(tool("malformed"))))
                .isEqualTo("communication 400 HTTP status 400: The MCP server answered: no such field");
        assertThat(callsAndSessions()).containsExactly("initialize", "notifications/initialized", "tools/call", "initialize",
                "notifications/initialized", "tools/call");
        // The server may have known both.
        awaitTrue(() -> server.received.stream().filter(request -> request.rpc().equals("DELETE"))
                .map(request -> request.headers().get("mcp-session-id")).collect(Collectors.toSet())
                .equals(Set.of("session-1", "session-2")));
    }

    /** All requests but those that end sessions, which nothing waits for. */
    private List<String> callsAndSessions() {
        return server.methods().stream().filter(method -> !method.equals("DELETE")).toList();
    }

    @ParameterizedTest
    @CsvSource({ "batch", "open", "long", "primed", "withoutError" })
    void findsTheAnswer(String tool) {
        assertThat(call(tool(tool)).path("tool").textValue()).isEqualTo(tool);
    }

    @Test
    void repliesToRequestsOfTheServer() {
        assertThat(call(tool("stream")).path("tool").textValue()).isEqualTo("stream");

        awaitTrue(() -> replies() == 2);
        assertThat(server.received.stream().filter(request -> request.rpc().equals("reply")).map(Received::message))
                .containsExactlyInAnyOrder(
                        JsonCodec.read("{\"jsonrpc\": \"2.0\", \"id\": \"p\", \"result\": {}}"),
                        JsonCodec.read(
                                "{\"jsonrpc\": \"2.0\", \"id\": 7, \"error\": {\"code\": -32601, \"message\": \"Method not found\"}}"));
    }

    @Test
    void repliesToALimitedNumberOfRequests() {
        assertThat(call(pings(100)).path("tool").textValue()).isEqualTo("pings");
        awaitTrue(() -> replies() == 100);

        assertThat(shown(failure(pings(101)))).isEqualTo("communication 500 MCP server asks too much:"
                + " The MCP server sent more than 100 requests before the response to the request");
    }

    private static String pings(int number) {
        return "{\"method\": \"tools/call\", \"parameters\": {\"name\": \"pings\", \"arguments\": {\"pings\": " + number
                + "}}}";
    }

    private long replies() {
        return server.methods().stream().filter("reply"::equals).count();
    }

    /** The tool, and type, status, title and detail of the error. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "fails | runtime 500 MCP tool failed: no stock",
            "failsWithoutText | runtime 500 MCP tool failed: The tool failsWithoutText failed without text",
            "error-32602 | validation 400 MCP error -32602: tools/call was answered: bad (more)",
            "error-32601 | communication 501 MCP error -32601: tools/call was answered: bad (more)",
            "error-32002 | communication 404 MCP error -32002: tools/call was answered: bad (more)",
            "error-32603 | communication 500 MCP error -32603: tools/call was answered: bad (more)",
            "error-32600 | communication 400 MCP error -32600: tools/call was answered: bad (more)",
            "busy | communication 503 HTTP status 503: The MCP server answered: later",
            "html | communication 500 MCP answer is not valid JSON",
            "gone | communication 500 MCP answer is incomplete: The MCP server ended the stream without the response to the request",
            "cut | communication 500 MCP call failed",
            "big | communication 500 MCP answer too large: The MCP server answered with more than quarkus.cairn.mcp.max-response-size, 10240 bytes",
            "bigStream | communication 500 MCP answer too large: The MCP server answered with more than quarkus.cairn.mcp.max-response-size, 10240 bytes",
            "hang | timeout 408 MCP call timed out: tools/call was not answered within 300 ms" })
    void becomesAnErrorOfTheTask(String tool, String expected) {
        performer = performer(Map.of("max-response-size", "10K", "timeout", "300MS"));

        assertThat(shown(failure(tool(tool)))).startsWith(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"method\": \"tools/list\", \"parameters\": 1, \"http\": {}} | The parameters of an MCP call are an object, not number",
            "{\"method\": \"tools/list\", \"timeout\": \"soon\", \"http\": {}} | The timeout of an MCP call is a duration: \"soon\" is no ISO 8601",
            "{\"method\": \"tools/list\", \"client\": {\"name\": 1}, \"http\": {}} | The name of an MCP client is a text, not number",
            "{\"method\": \"tools/list\", \"http\": {\"headers\": []}} | The headers of an MCP call are an object, not array",
            "{\"method\": \"tools/list\", \"http\": {\"headers\": {\"authorization\": \"a\"}, \"authentication\": {\"token\": \"t\"}}}"
                    + " | The header \"Authorization\" is given beside an authentication",
            "{\"method\": \"tools/list\", \"stdio\": {\"command\": \"a\", \"arguments\": \"b\"}} | The arguments of a program are an array, not string" })
    void refusesArgumentsThatMakeNoCall(String arguments, String detail) {
        assertThat(shown(failure(arguments))).startsWith("validation 400 Invalid MCP call: " + detail);
        assertThat(server.received).isEmpty();
    }

    @Test
    void tellsTheServerOfATimeoutOfItsOwn() {
        WorkflowError error = failure(tool("hang", "\"timeout\": {\"milliseconds\": 200}"));

        assertThat(shown(error)).startsWith("timeout 408 MCP call timed out: tools/call was not answered within 200 ms");
        awaitTrue(() -> server.methods().contains("notifications/cancelled"));
        Received cancelled = server.received.get(server.received.size() - 1);
        assertThat(cancelled.message().path("params").path("requestId")).isEqualTo(server.received.get(2).message().get("id"));
    }

    @Test
    void tellsTheServerThatATaskHasEnded() {
        Cancellable running = performer.perform(request(tool("hang"))).subscribe().with(outcome -> {});
        awaitTrue(() -> server.methods().contains("tools/call"));

        running.cancel();

        awaitTrue(() -> server.methods().contains("notifications/cancelled"));
    }

    @Test
    void failsIfTheServerIsGone() {
        server.close();

        assertThat(shown(failure(tool("echo")))).startsWith("communication 500 MCP call failed: Connection refused");
    }

    @Test
    void tasksThatShareASessionHaveErrorsOfTheirOwn() {
        server.version = "1999-01-01";
        server.ready = new CompletableFuture<>();
        List<WorkflowError> errors = new CopyOnWriteArrayList<>();
        for (String task : List.of("/do/0/ask", "/do/1/ask")) {
            performer.perform(request(task, tool("echo"))).subscribe()
                    .with(outcome -> {}, failure -> errors.add(((WorkflowException) failure).error()));
        }

        server.ready.complete(null);

        awaitTrue(() -> errors.size() == 2);
        assertThat(errors).extracting(WorkflowError::instance).containsExactlyInAnyOrder("/do/0/ask", "/do/1/ask");
        assertThat(errors).extracting(McpCallPerformerTest::shown)
                .allMatch(shown -> shown.startsWith("communication 500 MCP version is not supported"));
        assertThat(server.methods()).containsExactly("initialize");
    }

    @Test
    void beginsASessionWithinTheTimeoutOfTheCall() {
        performer = performer(Map.of("timeout", "1MS"));
        server.ready = new CompletableFuture<>();
        CompletableFuture<JsonNode> outcome = performer.perform(request(tool("echo", "\"timeout\": {\"seconds\": 30}")))
                .subscribeAsCompletionStage();
        awaitTrue(() -> server.methods().contains("initialize"));

        server.ready.complete(null);

        assertThat(outcome).succeedsWithin(PATIENCE).extracting(output -> output.path("tool").textValue()).isEqualTo("echo");
    }

    /** No call uses the session, and the next one begins another. */
    @Test
    void endsASessionThatCannotBeUsed() {
        server.noticeStatus = 500;

        assertThat(shown(failure(tool("echo")))).startsWith("communication 500 HTTP status 500");
        awaitTrue(() -> server.methods().contains("DELETE"));
        assertThat(server.received.get(2).headers().get("mcp-session-id")).isEqualTo("session-1");
    }

    @Test
    void failsIfTheVersionsDoNotFit() {
        server.version = "1999-01-01";

        assertThat(shown(failure(tool("echo")))).startsWith("communication 500 MCP version is not supported: The server speaks"
                + " version \"1999-01-01\" of the protocol, and this client 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25");
        server.version = "2025-03-26";
        assertThat(call(tool("echo")).path("tool").textValue()).isEqualTo("echo");
    }

    @Test
    void renewsRefusedCredentials() {
        server.authorization = "Bearer new-token";

        assertThat(call(tool("echo", "\"http\": {\"authentication\": {\"oauth2\": {}}}")).path("tool").textValue())
                .isEqualTo("echo");
        assertThat(server.received).extracting(request -> request.headers().get("authorization")).containsExactly(
                "Bearer old-token",
                "Bearer new-token", "Bearer new-token", "Bearer new-token");
        server.authorization = "Bearer other";
        assertThat(shown(failure(tool("echo", "\"http\": {\"authentication\": {\"oauth2\": {}}}"))))
                .isEqualTo("communication 401 HTTP status 401: The MCP server answered: who are you");
        assertThat(shown(failure(tool("echo")))).startsWith("communication 401 HTTP status 401");
    }

    @Test
    void admitsAServerThatInputHasChosen() {
        String call = tool("echo", "\"http\": {\"dynamic\": true}");

        assertThat(shown(failure(call))).startsWith("authorization 403 Target not allowed");
        assertThat(server.received).isEmpty();
        allow("localhost");
        assertThat(call(call).path("tool").textValue()).isEqualTo("echo");
    }

    /** The call may have had its effect, so no outcome may be stored. */
    @Test
    void aCallUnderWayNeverCompletesWhenTheApplicationStops() {
        List<Object> outcomes = new CopyOnWriteArrayList<>();
        performer.perform(request(tool("hang"))).subscribe().with(outcomes::add, outcomes::add);
        awaitTrue(() -> server.methods().contains("tools/call"));

        connections.close();
        performer.close();

        awaitTrue(() -> server.closedConnections.get() > 0);
        assertThat(outcomes).isEmpty();
    }

    @Test
    void keepsNoMoreSessionsThanAllowed() {
        performer = performer(Map.of("max-sessions", "1"));
        call(tool("echo", "\"http\": {\"headers\": {\"tenant\": \"a\"}}"));
        call(tool("echo", "\"http\": {\"headers\": {\"tenant\": \"b\"}}"));

        awaitTrue(() -> server.methods().contains("DELETE"));
        assertThat(server.received.stream().filter(request -> request.rpc().equals("DELETE")).toList()).singleElement()
                .satisfies(ended -> assertThat(ended.headers().get("mcp-session-id")).isEqualTo("session-1"));
    }

    @Test
    void endsIdleSessions() {
        performer = performer(Map.of("session-idle-timeout", "100MS"));
        call(tool("echo"));

        awaitTrue(() -> server.methods().contains("DELETE"));
    }

    @Test
    void endsItsSessionsBeforeTheApplicationStops() {
        call(tool("echo"));

        performer.leave(null);

        awaitTrue(() -> server.methods().contains("DELETE"));
    }

    @ParameterizedTest
    @CsvSource({ "timeout,0S", "session-idle-timeout,0S", "max-response-size,0", "max-sessions,0" })
    void refusesSettingsOutOfRange(String name, String value) {
        assertThatIllegalStateException().isThrownBy(() -> performer(Map.of(name, value)))
                .withMessageStartingWith("CAIRN-0890: quarkus.cairn.mcp." + name + " is ");
    }

    private static String tool(String name, String... more) {
        return "{\"method\": \"tools/call\", \"parameters\": {\"name\": \"" + name + "\"}"
                + (more.length == 0 ? "" : ", " + String.join(", ", more)) + "}";
    }

    private JsonNode call(String arguments) {
        return performer.perform(request(arguments)).await().atMost(PATIENCE);
    }

    private WorkflowError failure(String arguments) {
        return catchThrowableOfType(WorkflowException.class, () -> call(arguments)).error();
    }

    private static String shown(WorkflowError error) {
        return error.type().substring(error.type().lastIndexOf('/') + 1) + " " + error.status() + " " + error.title() + ": "
                + error.detail();
    }

    private CallRequest request(String arguments) {
        return request("/do/0/ask", arguments);
    }

    private CallRequest request(String task, String arguments) {
        ObjectNode with = (ObjectNode) JsonCodec.read(arguments).deepCopy();
        if (!with.has("stdio")) {
            with.withObject("/http").put("uri", "http://localhost:" + server.port() + "/mcp");
        }
        return new CallRequest("i", "shop:ask", "1.0.0", task, "key-1", with, Map.of("traceparent", "00-trace"));
    }

    private McpCallPerformer performer(Map<String, String> settings) {
        Map<String, String> properties = new HashMap<>();
        settings.forEach((name, value) -> properties.put("quarkus.cairn.mcp." + name, value));
        McpCallConfig config = new SmallRyeConfigBuilder().withConverter(Duration.class, 200, new DurationConverter())
                .withConverter(MemorySize.class, 200, new MemorySizeConverter()).withMapping(McpCallConfig.class)
                .withDefaultValues(properties).build().getConfigMapping(McpCallConfig.class);
        TokenSource tokens = (authentication, caller, refused) -> Uni.createFrom()
                .item(new OutboundCredential("Bearer", refused == null ? "old-token" : "new-token"));
        return new McpCallPerformer(config, new StreamedHttpClient(connections), (line, listener) -> {
            throw new AssertionError("No program is called here");
        }, new CallAuthenticator(new CallerTokenRegistry(), () -> tokens, new TokenConcealer()), vertx, "shop", "1.2");
    }

    /** From now on input can choose this host. */
    private void allow(String host) {
        connections = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS,
                new OutboundPolicy(OutboundRules.of(List.of(host), false),
                        name -> Uni.createFrom().item(List.of(InetAddress.getLoopbackAddress())), refusal -> {},
                        UnaryOperator.identity()));
        performer = performer(Map.of());
    }

    private static void awaitTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("still false after " + PATIENCE).isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
