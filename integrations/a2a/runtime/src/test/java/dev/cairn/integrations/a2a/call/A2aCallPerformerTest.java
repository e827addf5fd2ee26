package dev.cairn.integrations.a2a.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

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
import dev.cairn.integrations.a2a.call.ScriptedAgent.Received;
import dev.cairn.integrations.a2a.config.A2aCallConfig;
import dev.cairn.quarkus.secret.TokenConcealer;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.value.JsonCodec;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/** Calls of an agent on loopback. */
class A2aCallPerformerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SEND = "{\"method\": \"message/send\", \"parameters\": {\"message\": {\"parts\": []}}}";
    private static final String STREAM = "{\"method\": \"message/stream\", \"parameters\": {\"message\": {\"parts\": []}}}";
    private static final String WORKING = "{\"kind\": \"task\", \"id\": \"t\", \"status\": {\"state\": \"working\"}}";
    private static final String COMPLETED = "{\"kind\": \"task\", \"id\": \"t\", \"status\": {\"state\": \"completed\"}}";
    private static final String FAILED = "{\"id\": \"t\", \"status\": {\"state\": \"failed\", \"message\": {\"parts\": "
            + "[{\"kind\": \"text\", \"text\": \"no\"}, {\"kind\": \"data\"}, {\"text\": \"data\"}]}}}";

    private final Vertx vertx = Vertx.vertx();
    private HttpPerformer connections;
    private ScriptedAgent agent;
    private A2aCallPerformer performer;

    @BeforeEach
    void open() {
        agent = new ScriptedAgent(vertx);
        allow("nothing.example.com");
    }

    @AfterEach
    void close() {
        performer.close();
        connections.close();
        agent.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void fillsInAMessage() {
        agent.answers(COMPLETED, COMPLETED);
        call(SEND);
        call("""
                {"method": "message/send", "parameters": {"message": {"parts": [], "role": "agent", "messageId": "m", "taskId": "t"},
                 "configuration": {"blocking": true}, "metadata": {"a": 1}}}""");

        assertThat(agent.received.get(0).message()).isEqualTo(JsonCodec.read("""
                {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"configuration": {"blocking": false},
                 "message": {"kind": "message", "role": "user", "messageId": "key-1", "parts": []}}}"""));
        assertThat(agent.received.get(1).message().path("params")).isEqualTo(JsonCodec.read("""
                {"message": {"kind": "message", "parts": [], "role": "agent", "messageId": "m", "taskId": "t"},
                 "configuration": {"blocking": true}, "metadata": {"a": 1}}"""));
        Received sent = agent.received.get(0);
        assertThat(sent.headers().get("accept")).isEqualTo("application/json");
        assertThat(sent.headers().get("idempotency-key")).isEqualTo("key-1");
        assertThat(sent.headers().get("traceparent")).isEqualTo("00-trace");
    }

    /** The result of a message or question, and the outcome. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            COMPLETED + " | {\"output\": " + COMPLETED + "}",
            "{\"kind\": \"message\", \"parts\": []} | {\"output\": {\"kind\": \"message\", \"parts\": []}}",
            "{\"id\": \"t\", \"status\": {\"state\": \"input-required\"}} | {\"output\": {\"id\": \"t\", \"status\": {\"state\": \"input-required\"}}}",
            "{\"id\": \"t\", \"status\": {\"state\": \"auth-required\"}} | {\"output\": {\"id\": \"t\", \"status\": {\"state\": \"auth-required\"}}}",
            WORKING + " | {\"working\": {\"id\": \"t\", \"delay\": {\"milliseconds\": 1000}}}",
            "{\"id\": \"t\", \"status\": {\"state\": \"submitted\"}} | {\"working\": {\"id\": \"t\", \"delay\": {\"milliseconds\": 1000}}}" })
    void saysIfTheAgentStillWorks(String result, String outcome) {
        agent.answers(result, result);

        assertThat(call(SEND)).isEqualTo(JsonCodec.read(outcome));
        assertThat(call(working(500))).isEqualTo(JsonCodec.read(outcome));
        assertThat(agent.methods()).containsExactly("message/send", "tasks/get");
        assertThat(agent.received.get(1).message().path("params")).isEqualTo(JsonCodec.read("{\"id\": \"t\"}"));
        assertThat(agent.received.get(1).headers().contains("idempotency-key")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({ "0,1000", "1000,2000", "40000,60000", "60000,60000" })
    void asksLessAndLessOften(long delay, long next) {
        agent.answers(WORKING);

        assertThat(call(working(delay)).at("/working/delay/milliseconds").longValue()).isEqualTo(next);
    }

    @ParameterizedTest
    @ValueSource(strings = { "status 503", "status 429", "status 404", "error -32603", "cut", "hang", "text <p>", "{}",
            "{\"id\": \"t\", \"status\": {\"state\": \"unknown\"}}" })
    void asksAgainAfterAFailure(String failure) {
        performer = performer(Map.of("max-poll-failures", "2", "timeout", "300MS"));
        agent.answers(failure, failure, WORKING);

        JsonNode outcome = call(working(1_000));
        assertThat(outcome).isEqualTo(JsonCodec.read(
                "{\"working\": {\"id\": \"t\", \"delay\": {\"milliseconds\": 2000}, \"failures\": 1}}"));
        assertThat(failure(outcome.toString())).isNotNull();
        assertThat(call(outcome.toString()).path("working").has("failures")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "error -32001 | communication 404 A2A error -32001: tasks/get was answered: bad (more)",
            "status 403 | communication 403 HTTP status 403: The agent answered: later",
            FAILED + " | runtime 500 A2A task failed: no data" })
    void asksNoMoreIfTheAnswerIsFinal(String answer, String expected) {
        agent.answers(answer);

        assertThat(shown(failure(working(1_000)))).isEqualTo(expected);
    }

    /** The answer to a message, and type, status, title and detail of the error. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            FAILED + " | runtime 500 A2A task failed: no data",
            "{\"id\": \"t\", \"status\": {\"state\": \"rejected\"}} | runtime 500 A2A task rejected: The agent gave no reason for the task t",
            "{\"id\": \"t\", \"status\": {\"state\": \"canceled\"}} | runtime 500 A2A task canceled: The agent gave no reason for the task t",
            "error -32602 | validation 400 A2A error -32602: message/send was answered: bad (more)",
            "error -32601 | communication 501 A2A error -32601: message/send was answered: bad (more)",
            "error -32700 | communication 400 A2A error -32700",
            "error -32001 | communication 404 A2A error -32001",
            "error -32002 | communication 409 A2A error -32002",
            "error -32003 | communication 501 A2A error -32003",
            "error -32004 | communication 501 A2A error -32004",
            "error -32005 | communication 415 A2A error -32005",
            "error -32006 | communication 502 A2A error -32006",
            "error -32007 | communication 404 A2A error -32007",
            "error -32603 | communication 500 A2A error -32603",
            "status 503 | communication 503 HTTP status 503: The agent answered: later",
            "text <p> | communication 500 A2A answer is not valid JSON",
            "text {} | communication 500 A2A answer is incomplete: The agent answered message/send without a result",
            "{} | communication 500 A2A answer is incomplete: The agent answered with neither a message nor a task",
            "{\"id\": \"t\", \"status\": {\"state\": \"unknown\"}} | communication 500 A2A state is not known: The agent answered with a task in the state \"unknown\"",
            "{\"status\": {\"state\": \"working\"}} | communication 500 A2A answer is incomplete: The agent answered with a task without id",
            "cut | communication 500 A2A call failed",
            "big | communication 500 A2A answer too large: The agent answered with more than quarkus.cairn.a2a.max-response-size, 10240 bytes",
            "hang | timeout 408 A2A call timed out: message/send was not answered within 300 ms" })
    void becomesAnErrorOfTheTask(String answer, String expected) {
        performer = performer(Map.of("max-response-size", "10K", "timeout", "300MS"));
        agent.answers(answer);

        assertThat(shown(failure(SEND))).startsWith(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = { "tasks/get", "tasks/list", "tasks/cancel", "tasks/pushNotificationConfig/set",
            "tasks/pushNotificationConfig/get", "tasks/pushNotificationConfig/list", "tasks/pushNotificationConfig/delete",
            "agent/getAuthenticatedExtendedCard" })
    void givesTheResultOfOtherMethodsAsItIs(String method) {
        agent.answers(FAILED, "null");

        assertThat(call("{\"method\": \"" + method + "\", \"parameters\": {\"a\": 1}}")).isEqualTo(JsonCodec.read(FAILED));
        assertThat(call("{\"method\": \"" + method + "\"}").isNull()).isTrue();
        assertThat(agent.methods()).containsExactly(method, method);
        assertThat(agent.received.get(0).message().path("params")).isEqualTo(JsonCodec.read("{\"a\": 1}"));
        assertThat(agent.received.get(1).message().has("params")).isFalse();
    }

    /** The events of an answer to a message, and the outcome. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "open [" + WORKING + "] | {\"working\": {\"id\": \"t\", \"stream\": true, \"delay\": {\"milliseconds\": 0}}}",
            "open [{\"kind\": \"status-update\", \"taskId\": \"t\", \"status\": {\"state\": \"failed\"}}]"
                    + " | {\"working\": {\"id\": \"t\", \"stream\": true, \"delay\": {\"milliseconds\": 0}}}",
            "open [{\"kind\": \"message\", \"taskId\": \"t\", \"parts\": []}]"
                    + " | {\"output\": {\"kind\": \"message\", \"taskId\": \"t\", \"parts\": []}}",
            "events [" + COMPLETED + "] | {\"output\": " + COMPLETED + "}",
            "events [null, " + COMPLETED + "] | {\"output\": " + COMPLETED + "}",
            COMPLETED + " | {\"output\": " + COMPLETED + "}" })
    void takesTheFirstEventOfAStream(String answer, String outcome) {
        agent.answers(answer);

        assertThat(call(STREAM)).isEqualTo(JsonCodec.read(outcome));
        assertThat(agent.received.get(0).headers().get("accept")).isEqualTo("text/event-stream");
        assertThat(agent.received.get(0).message().path("params")).isEqualTo(JsonCodec.read(
                "{\"message\": {\"kind\": \"message\", \"role\": \"user\", \"messageId\": \"key-1\", \"parts\": []}}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "events [] | communication 500 A2A answer is incomplete: The agent ended the stream of events without an event",
            "open [] | timeout 408 A2A call timed out: message/stream was not answered within 300 ms",
            "error -32004 | communication 501 A2A error -32004" })
    void failsIfAStreamDoesNotBegin(String answer, String expected) {
        performer = performer(Map.of("timeout", "300MS"));
        agent.answers(answer);

        assertThat(shown(failure(STREAM))).startsWith(expected);
    }

    /** The answer to the resubscription, and the delay of the next question if the agent still works then. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "open [{\"taskId\": \"t\", \"status\": {\"state\": \"working\"}}, {\"taskId\": \"t\", \"status\": {\"state\": \"completed\"}}] | 1000",
            "open [{\"taskId\": \"t\", \"final\": true, \"status\": {\"state\": \"working\"}}] | 1000", "events [] | 1000",
            "error -32004 | 1000", "cut | 1000", "open [{\"taskId\": \"t\", \"artifact\": {}}] | 0" })
    void readsEventsUntilTheTaskIsSettled(String answer, long delay) {
        performer = performer(Map.of("timeout", "300MS"));
        String question = "{\"working\": {\"id\": \"t\", \"stream\": true, \"delay\": {\"milliseconds\": 0}}}";
        agent.answers(answer, WORKING, answer, COMPLETED);

        assertThat(call(question).at("/working/delay/milliseconds").longValue()).isEqualTo(delay);
        assertThat(call(question).path("output")).isEqualTo(JsonCodec.read(COMPLETED));
        assertThat(agent.methods()).containsExactly("tasks/resubscribe", "tasks/get", "tasks/resubscribe", "tasks/get");
        // One key would stand for different questions.
        assertThat(agent.received).noneMatch(asked -> asked.headers().contains("idempotency-key"));
    }

    @Test
    void resubscribesAsTheDefinitionSays() {
        agent.answers("open [" + COMPLETED + "]", COMPLETED);

        assertThat(call("{\"method\": \"tasks/resubscribe\", \"parameters\": {\"id\": \"t\", \"metadata\": {\"a\": 1}}}"))
                .isEqualTo(JsonCodec.read("{\"output\": " + COMPLETED + "}"));
        assertThat(agent.received.get(0).message().path("params"))
                .isEqualTo(JsonCodec.read("{\"id\": \"t\", \"metadata\": {\"a\": 1}}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"method\": \"tasks/get\", \"parameters\": 1} | The parameters of an A2A call are an object, not number",
            "{\"method\": \"message/send\"} | The parameters of message/send have an object \"message\"",
            "{\"method\": \"message/stream\", \"parameters\": {\"message\": \"a\"}} | The parameters of message/stream have an object \"message\"",
            "{\"method\": \"tasks/resubscribe\", \"parameters\": {\"id\": 1}} | The parameters of tasks/resubscribe have a text \"id\"",
            "{\"method\": \"tasks/get\", \"uri\": 1} | The endpoint of an agent is a URI, not number" })
    void refusesArgumentsThatMakeNoCall(String arguments, String detail) {
        assertThat(shown(failure(arguments))).isEqualTo("validation 400 Invalid A2A call: " + detail);
        assertThat(agent.received).isEmpty();
    }

    @Test
    void failsIfTheAgentIsGone() {
        agent.close();

        assertThat(shown(failure(SEND))).startsWith("communication 500 A2A call failed: Connection refused");
    }

    /** The card, and the URL that it names. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "{\"url\": \"http://localhost:PORT/b\"}",
            "{\"url\": \"http://localhost:PORT/b\", \"preferredTransport\": \"JSONRPC\"}",
            "{\"url\": \"grpc://x\", \"preferredTransport\": \"GRPC\", \"additionalInterfaces\": [{\"transport\": \"GRPC\", \"url\": \"x\"},"
                    + " {\"transport\": \"JSONRPC\", \"url\": \"http://localhost:PORT/b\"}]}" })
    void callsTheAgentOfACard(String card) {
        agent.card = card;
        agent.answers(WORKING, COMPLETED);

        JsonNode outcome = call(card(SEND));

        assertThat(outcome.at("/working/url").textValue()).isEqualTo("http://localhost:" + agent.port() + "/b");
        assertThat(agent.methods()).containsExactly("GET", "message/send");
        // The card is not read again.
        assertThat(call(card(outcome.toString())).has("output")).isTrue();
        assertThat(agent.methods()).containsExactly("GET", "message/send", "tasks/get");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "[] | The card names no endpoint with the transport JSONRPC",
            "{\"url\": \"https://a\", \"preferredTransport\": \"GRPC\"} | The card names no endpoint with the transport JSONRPC, and prefers GRPC",
            "{\"url\": \"ftp://a\"} | The endpoint that the card names is no absolute URI of http or https",
            "{\"url\": \"a b\"} | The endpoint that the card names is no absolute URI of http or https" })
    void refusesACardThatNamesNoUsableEndpoint(String card, String detail) {
        agent.card = card;

        assertThat(shown(failure(card(SEND)))).isEqualTo("configuration 400 A2A agent card cannot be used: " + detail);
    }

    @Test
    void admitsAnEndpointThatTheServerOfTheCardHasChosen() {
        agent.card = "{\"url\": \"http://127.0.0.1:PORT/b\"}";
        agent.answers(WORKING);

        assertThat(shown(failure(card(SEND)))).startsWith("authorization 403 Target not allowed");
        allow("127.0.0.1");
        assertThat(call(card(SEND)).has("working")).isTrue();
        assertThat(shown(failure(card(with(SEND, "authentication", "{\"oauth2\": {}}"))))).startsWith("configuration 400"
                + " A2A agent card cannot be used: The card names an endpoint at http://127.0.0.1:" + agent.port()
                + ", another origin than its own");
        assertThat(agent.methods()).containsExactly("GET", "GET", "message/send", "GET");
    }

    @Test
    void theHostOfAnEndpointMayHaveAnUnderscore() {
        agent.card = "{\"url\": \"http://my_agent:PORT/b\"}";

        assertThat(shown(failure(card(SEND)))).startsWith("authorization 403 Target not allowed").contains("[host=my_agent,");
    }

    @Test
    void renewsRefusedCredentials() {
        agent.authorization = "Bearer new-token";
        agent.answers(COMPLETED);
        String arguments = with(SEND, "authentication", "{\"oauth2\": {}}");

        assertThat(call(arguments).has("output")).isTrue();
        assertThat(agent.received).extracting(request -> request.headers().get("authorization")).containsExactly(
                "Bearer old-token",
                "Bearer new-token");
        agent.authorization = "Bearer other";
        assertThat(shown(failure(arguments)))
                .isEqualTo("communication 401 HTTP status 401: The agent answered: who are you");
        assertThat(shown(failure(SEND))).startsWith("communication 401 HTTP status 401");
    }

    @Test
    void admitsAnAgentThatInputHasChosen() {
        agent.answers(WORKING, COMPLETED);

        assertThat(shown(failure(with(SEND, "dynamic", "true")))).startsWith("authorization 403 Target not allowed");
        assertThat(shown(failure(with(working(1_000), "dynamic", "true"))))
                .startsWith("authorization 403 Target not allowed");
        assertThat(agent.received).isEmpty();
        allow("localhost");
        assertThat(call(with(SEND, "dynamic", "true")).has("working")).isTrue();
        assertThat(call(with(working(1_000), "dynamic", "true")).has("output")).isTrue();
    }

    /** The agent may have the message, so no outcome may be stored. */
    @Test
    void aMessageUnderWayNeverCompletesWhenTheApplicationStops() {
        List<Object> outcomes = new CopyOnWriteArrayList<>();
        agent.answers("hang");
        performer.perform(request(SEND)).subscribe().with(outcomes::add, outcomes::add);
        awaitTrue(() -> agent.methods().contains("message/send"));

        connections.close();
        performer.close();

        awaitTrue(() -> agent.closedConnections.get() > 0);
        assertThat(outcomes).isEmpty();
    }

    /** The rest of a stream is not wanted once the id of the task is known. */
    @Test
    void leavesAStreamAfterItsFirstEvent() {
        agent.answers("open [" + WORKING + "]");

        call(STREAM);

        awaitTrue(() -> agent.closedConnections.get() > 0);
    }

    @ParameterizedTest
    @CsvSource({ "timeout,0S", "poll-delay,0S", "max-poll-delay,500MS", "max-poll-failures,0", "max-response-size,0" })
    void refusesSettingsOutOfRange(String name, String value) {
        assertThatIllegalStateException().isThrownBy(() -> performer(Map.of(name, value)))
                .withMessageStartingWith("CAIRN-0900: quarkus.cairn.a2a." + name + " is ");
    }

    private static String working(long delayMillis) {
        return "{\"working\": {\"id\": \"t\", \"delay\": {\"milliseconds\": " + delayMillis + "}}}";
    }

    private static String card(String arguments) {
        return with(arguments, "card", "true");
    }

    private static String with(String arguments, String name, String value) {
        ObjectNode changed = JsonCodec.read(arguments).deepCopy();
        return changed.set(name, JsonCodec.read(value)).toString();
    }

    /** The outcome as the journal has it. */
    private JsonNode call(String arguments) {
        return JsonCodec.read(performer.perform(request(arguments)).await().atMost(PATIENCE).toString());
    }

    private WorkflowError failure(String arguments) {
        return catchThrowableOfType(WorkflowException.class, () -> call(arguments)).error();
    }

    private static String shown(WorkflowError error) {
        return error.type().substring(error.type().lastIndexOf('/') + 1) + " " + error.status() + " " + error.title() + ": "
                + error.detail();
    }

    private CallRequest request(String arguments) {
        ObjectNode with = (ObjectNode) JsonCodec.read(arguments).deepCopy();
        if (!with.has("uri")) {
            with.put("uri", "http://localhost:" + agent.port() + "/a2a");
        }
        return new CallRequest("i", "shop:ask", "1.0.0", "/do/0/ask", "key-1", with, Map.of("traceparent", "00-trace"));
    }

    private A2aCallPerformer performer(Map<String, String> settings) {
        Map<String, String> properties = new HashMap<>();
        settings.forEach((name, value) -> properties.put("quarkus.cairn.a2a." + name, value));
        A2aCallConfig config = new SmallRyeConfigBuilder().withConverter(Duration.class, 200, new DurationConverter())
                .withConverter(MemorySize.class, 200, new MemorySizeConverter()).withMapping(A2aCallConfig.class)
                .withDefaultValues(properties).build().getConfigMapping(A2aCallConfig.class);
        TokenSource tokens = (authentication, caller, refused) -> Uni.createFrom()
                .item(new OutboundCredential("Bearer", refused == null ? "old-token" : "new-token"));
        return new A2aCallPerformer(config, new StreamedHttpClient(connections),
                new CallAuthenticator(new CallerTokenRegistry(), () -> tokens, new TokenConcealer()));
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
