package dev.cairn.compiler.reader;

import static dev.cairn.compiler.reader.Compared.assertSame;
import static dev.cairn.fluent.Flows.basic;
import static dev.cairn.fluent.Flows.bearer;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.mcp;
import static dev.cairn.fluent.Flows.mcpTool;
import static dev.cairn.fluent.Flows.named;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

/** An MCP call in Java equals the same one in YAML. */
class McpEquivalenceTest {

    @Test
    void mcpCalls() {
        assertSame("""
                        do:
                          - a:
                              call: mcp
                              with:
                                method: tools/call
                                parameters: {name: search, arguments: {words: "${ .words }"}}
                                protocolVersion: "2025-03-26"
                                timeout: PT5S
                                client: {name: shop, version: 1.2.0}
                                transport:
                                  http:
                                    endpoint: {uri: "https://tools.example.com/mcp", authentication: {bearer: {token: t}}}
                                    headers: {tenant: web}
                          - b:
                              call: mcp
                              with:
                                method: resources/read
                                parameters: "${ . }"
                                transport:
                                  http:
                                    endpoint: {uri: "https://tools.example.com/mcp", authentication: {use: tools}}
                                    headers: "${ .headers }"
                          - c:
                              call: mcp
                              with:
                                method: prompts/list
                                transport: {stdio: {command: files-server, arguments: ["${ .directory }", -v], environment: {A: b}}}
                        use: {authentications: {tools: {basic: {username: u, password: p}}}}
                        """,
                flow(mcpTool("a", "search").arguments(Map.of("words", "${ .words }")).protocolVersion("2025-03-26")
                        .callTimeout(Duration.ofSeconds(5)).client("shop", "1.2.0").endpoint("https://tools.example.com/mcp")
                        .authentication(bearer("t")).header("tenant", "web"),
                        mcp("b", "resources/read").parameters("${ . }").endpoint("https://tools.example.com/mcp")
                                .authentication(named("tools")).headers("${ .headers }"),
                        mcp("c", "prompts/list").program("files-server", "${ .directory }", "-v")
                                .environment(Map.of("A", "b")))
                        .useAuthentication("tools", basic("u", "p")));
    }
}
