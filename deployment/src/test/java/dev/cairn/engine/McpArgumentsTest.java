package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.value.JsonCodec;

/** The arguments that the compiler gives an MCP call. */
class McpArgumentsTest {

    /** The transport of a call, and the arguments besides the method, the parameters and the client. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{http: {endpoint: 'https://a/mcp'}} | {\"http\": {\"uri\": \"https://a/mcp\"}}",
            "{http: {endpoint: 'https://a/{host}'}} | {\"http\": {\"uri\": \"https://a/h\"}}",
            "{http: {endpoint: 'https://{host}/mcp'}} | {\"http\": {\"uri\": \"https://h/mcp\", \"dynamic\": true}}",
            "{http: {endpoint: {uri: '${ .uri }', authentication: {bearer: {token: t}}}, headers: {tenant: '${ .host }'}}}"
                    + " | {\"http\": {\"uri\": \"https://x\", \"dynamic\": true, \"headers\": {\"tenant\": \"h\"}, \"authentication\": {\"token\": \"t\"}}}",
            "{stdio: {command: sh, arguments: ['${ .host }', 1], environment: {A: '${ .host }'}}}"
                    + " | {\"stdio\": {\"command\": \"sh\", \"arguments\": [\"h\", 1], \"environment\": {\"A\": \"h\"}}}" })
    void sayWhereTheServerIs(String transport, String expected) {
        ObjectNode with = call(transport, "PT5S").arguments().path("with").deepCopy();

        assertThat(with.path("method").textValue()).isEqualTo("tools/call");
        assertThat(with.path("parameters")).isEqualTo(JsonCodec.read("{\"name\": \"t\", \"arguments\": {\"a\": \"h\"}}"));
        assertThat(with.path("client")).isEqualTo(
                JsonCodec.read("{\"name\": \"c\", \"version\": \"h\", \"protocolVersion\": \"2025-06-18\"}"));
        assertThat(with.path("timeout")).isEqualTo(JsonCodec.read("{\"milliseconds\": 5000}"));
        with.retain("http", "stdio");
        assertThat(with).isEqualTo(JsonCodec.read(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "${ .host } | \"h\"", "${ {minutes: 1} } | {\"minutes\": 1}" })
    void haveATimeoutOfAnExpression(String timeout, String expected) {
        assertThat(call("{stdio: {command: sh}}", "'" + timeout + "'").arguments().path("with").path("timeout"))
                .isEqualTo(JsonCodec.read(expected));
    }

    private static EffectCall call(String transport, String timeout) {
        EngineFixture fixture = new EngineFixture().workflow("""
                do:
                  - ask:
                      call: mcp
                      with:
                        method: tools/call
                        parameters: {name: t, arguments: {a: '${ .host }'}}
                        timeout: %s
                        protocolVersion: 2025-06-18
                        client: {name: c, version: '${ .host }'}
                        transport: %s
                """.formatted(timeout, transport)).start();
        fixture.begin("{\"host\": \"h\", \"uri\": \"https://x\"}");
        return fixture.calls.get(0);
    }
}
