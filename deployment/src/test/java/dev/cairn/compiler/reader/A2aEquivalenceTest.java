package dev.cairn.compiler.reader;

import static dev.cairn.compiler.reader.Compared.assertSame;
import static dev.cairn.fluent.Flows.a2a;
import static dev.cairn.fluent.Flows.a2aMessage;
import static dev.cairn.fluent.Flows.basic;
import static dev.cairn.fluent.Flows.bearer;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.named;

import java.util.Map;

import org.junit.jupiter.api.Test;

/** An A2A call in Java equals the same one in YAML. */
class A2aEquivalenceTest {

    @Test
    void a2aCalls() {
        assertSame("""
                        do:
                          - a:
                              call: a2a
                              with:
                                method: message/send
                                parameters: {message: {parts: [{kind: text, text: "${ .text }"}]}}
                                server: {uri: "https://agents.example.com/a2a"}
                          - b:
                              call: a2a
                              with:
                                method: tasks/get
                                parameters: {id: "${ .id }"}
                                server: {uri: "https://agents.example.com/a2a", authentication: {bearer: {token: t}}}
                          - c:
                              call: a2a
                              with:
                                method: tasks/list
                                parameters: "${ . }"
                                server: {uri: "https://agents.example.com/a2a", authentication: {use: agents}}
                          - d:
                              call: a2a
                              with:
                                method: tasks/list
                                agentCard: {endpoint: {uri: "https://agents.example.com/card"}}
                          - e:
                              call: a2a
                              with:
                                method: tasks/list
                                agentCard: {endpoint: {uri: "https://agents.example.com/card", authentication: {bearer: {token: t}}}}
                          - f:
                              call: a2a
                              with:
                                method: tasks/list
                                agentCard: {endpoint: {uri: "https://agents.example.com/card", authentication: {use: agents}}}
                        use: {authentications: {agents: {basic: {username: u, password: p}}}}
                        """,
                flow(a2aMessage("a", "${ .text }").server("https://agents.example.com/a2a"),
                        a2a("b", "tasks/get").parameters(Map.of("id", "${ .id }"))
                                .server("https://agents.example.com/a2a", bearer("t")),
                        a2a("c", "tasks/list").parameters("${ . }").server("https://agents.example.com/a2a", named("agents")),
                        a2a("d", "tasks/list").agentCard("https://agents.example.com/card"),
                        a2a("e", "tasks/list").agentCard("https://agents.example.com/card", bearer("t")),
                        a2a("f", "tasks/list").agentCard("https://agents.example.com/card", named("agents")))
                        .useAuthentication("agents", basic("u", "p")));
    }
}
