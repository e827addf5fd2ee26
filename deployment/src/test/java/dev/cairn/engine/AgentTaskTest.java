package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.value.JsonCodec;

/** An A2A call is a message, and questions about the task that the agent makes of it, with timers between them. */
class AgentTaskTest {

    private static final String ASK = "/do/0/ask";
    private static final String WORKING = "{\"working\": {\"id\": \"t\", \"delay\": {\"milliseconds\": %d}}}";

    private final EngineFixture fixture = new EngineFixture();

    /** The parts of a call, and the arguments besides the method. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "server: 'https://a/{host}' | {\"uri\": \"https://a/h\"}",
            "server: 'https://{host}/a' | {\"uri\": \"https://h/a\", \"dynamic\": true}",
            "agentCard: {endpoint: {uri: '${ .uri }', authentication: {bearer: {token: t}}}}"
                    + " | {\"uri\": \"https://x\", \"card\": true, \"dynamic\": true, \"authentication\": {\"token\": \"t\"}}",
            "parameters: {id: '${ .host }'}, server: 'https://a' | {\"parameters\": {\"id\": \"h\"}, \"uri\": \"https://a\"}" })
    void hasTheArgumentsOfTheDefinition(String parts, String expected) {
        workflow("{method: tasks/list, " + parts + "}").begin("{\"host\": \"h\", \"uri\": \"https://x\"}");

        ObjectNode with = with(0).deepCopy();
        assertThat(with.remove("method").textValue()).isEqualTo("tasks/list");
        assertThat(with).isEqualTo(JsonCodec.read(expected));
    }

    @Test
    void givesTheResultOfAnotherMethodAsItIs() {
        workflow("{method: tasks/get, parameters: {id: t}, server: 'https://a'}");
        String id = fixture.begin("{}").instanceId();
        fixture.answer(ASK, "{\"working\": 1}");

        assertThat(fixture.output(id)).isEqualTo("{\"working\":1}");
    }

    @ParameterizedTest
    @CsvSource({ "message/send", "message/stream", "tasks/resubscribe" })
    void asksAboutTheTaskUntilThereIsAnOutput(String method) {
        workflow("{method: " + method + ", parameters: {id: a, message: {parts: []}}, server: 'https://{host}/a'}");
        String id = fixture.begin("{\"host\": \"h\"}").instanceId();
        fixture.answer(ASK, WORKING.formatted(500));
        fixture.advance(499);
        assertThat(fixture.calls).hasSize(1);
        fixture.advance(1);
        assertThat(with(1)).isEqualTo(JsonCodec.read(
                "{\"uri\": \"https://h/a\", \"dynamic\": true, \"working\": {\"id\": \"t\", \"delay\": {\"milliseconds\": 500}}}"));
        fixture.answer(ASK, WORKING.formatted(2_000));
        fixture.advance(2_000);
        fixture.answer(ASK, "{\"output\": {\"id\": \"t\"}}");

        assertThat(fixture.output(id)).isEqualTo("{\"id\":\"t\"}");
        assertThat(with(2).at("/working/delay/milliseconds").intValue()).isEqualTo(2_000);
        assertThat(fixture.keys()).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void sendsNoMessageAgainAfterACrash() {
        workflow("{method: message/send, parameters: {message: {parts: []}}, server: 'https://a'}");
        String id = fixture.begin("{}").instanceId();
        fixture.answer(ASK, WORKING.formatted(500));
        fixture.start();
        fixture.advance(500);
        fixture.start();
        fixture.answer(ASK, "{\"output\": 1}");

        assertThat(fixture.output(id)).isEqualTo("1");
        // The message, and a question that was in flight when the second life began.
        List<String> keys = fixture.keys();
        assertThat(keys).hasSize(3);
        assertThat(keys.get(1)).isEqualTo(keys.get(2)).isNotEqualTo(keys.get(0));
    }

    @Test
    void computesTheAgentOfAnInputWithSecrets() {
        fixture.secrets = JsonCodec.read("{\"host\": \"h\"}");
        fixture.workflow("""
                use: {secrets: [host]}
                do:
                  - ask:
                      input: {from: '${ {host: $secrets.host, uri: .uri} }'}
                      call: a2a
                      with: {method: message/send, parameters: {message: {parts: ['${ .uri }']}}, server: 'https://{host}/a'}
                """).start();
        String id = fixture.begin("{\"uri\": \"u\"}").instanceId();
        fixture.answer(ASK, WORKING.formatted(500));
        fixture.advance(500);
        fixture.answer(ASK, "{\"output\": 1}");

        assertThat(fixture.output(id)).isEqualTo("1");
        assertThat(with(0).path("uri").textValue()).isEqualTo("https://h/a");
        assertThat(with(1).path("uri").textValue()).isEqualTo("https://h/a");
    }

    @Test
    void asksAboutOneTaskAfterAnother() {
        fixture.workflow("""
                do:
                  - all:
                      for: {each: n, in: '${ [1, 2] }'}
                      do:
                        - ask:
                            call: a2a
                            with: {method: message/send, parameters: {message: {parts: ['${ $n }']}}, server: 'https://a'}
                """).start();
        String id = fixture.begin("{}").instanceId();
        for (int n = 1; n <= 2; n++) {
            String task = "/do/0/all/do/0/ask";
            fixture.answer(task, WORKING.formatted(500));
            fixture.advance(500);
            fixture.answer(task, WORKING.formatted(500));
            fixture.advance(500);
            fixture.answer(task, "{\"output\": " + n + "}");
        }

        assertThat(fixture.output(id)).isEqualTo("2");
        assertThat(fixture.keys()).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    void endsWithItsTimeout() {
        fixture.workflow("""
                do:
                  - attempt:
                      try:
                        - ask:
                            call: a2a
                            with: {method: message/send, parameters: {message: {parts: []}}, server: 'https://a'}
                            timeout: {after: PT1S}
                      catch:
                        as: failure
                        do: [{told: {set: '${ {status: $failure.status} }'}}]
                """).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/attempt/try/0/ask", WORKING.formatted(5_000));
        fixture.advance(1_000);

        assertThat(fixture.output(id)).isEqualTo("{\"status\":408}");
        assertThat(fixture.calls).hasSize(1);
    }

    private EngineFixture workflow(String with) {
        return fixture.workflow("do: [{ask: {call: a2a, with: " + with + "}}]").start();
    }

    private JsonNode with(int call) {
        EffectCall made = fixture.calls.get(call);
        assertThat(made.arguments().path("call").textValue()).isEqualTo("a2a");
        return made.arguments().path("with");
    }
}
