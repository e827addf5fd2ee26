package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * All that the reader knows can be written in Java: in each kind of object, each property that is known there stands in one of the
 * flows that the tests compare with YAML.
 */
class FluentCompletenessTest {

    /** Properties that Java does not need, with the reason. */
    private static final Map<String, String> NOT_NEEDED = Map.ofEntries(
            Map.entry("[document, schedule, use, input, output, timeout, do, evaluate] evaluate",
                    "the only language is jq, and the mode loose is for definitions that were written so elsewhere"),
            Map.entry("[dsl, namespace, name, version, title, summary, tags, metadata] title", "said by @Workflow"),
            Map.entry("[dsl, namespace, name, version, title, summary, tags, metadata] summary", "said by @Workflow"),
            Map.entry("[http, businessKey, attributes, retention, concurrency, events, messaging, mcp, queries, schedule] http",
                    "said by @HttpTrigger"),
            Map.entry(
                    "[http, businessKey, attributes, retention, concurrency, events, messaging, mcp, queries, schedule] messaging",
                    "said by @EventTrigger"),
            Map.entry("[http, businessKey, attributes, retention, concurrency, events, messaging, mcp, queries, schedule] mcp",
                    "said by @McpTool"),
            Map.entry("[format, document] format", "its only value is what holds without it"),
            Map.entry("[format, resource] format", "its only value is what holds without it"),
            Map.entry("[subscription, document, operation, channel, server, protocol, authentication, message] authentication",
                    "it has no effect: the connector logs in"),
            Map.entry("[http, stdio, options] options", "it is not supported: no transport has any"),
            Map.entry("[token, revocation, introspection] revocation", "it has no effect: Cairn revokes no token"),
            Map.entry("[token, revocation, introspection] introspection", "it has no effect: Cairn examines no token"),
            Map.entry("[one, all, any, until] one", "any is there, and excludes it"),
            Map.entry("[one, all, any, until] all", "any is there, and excludes it"));
    /** Properties of every task are the same for all kinds. */
    private static final List<String> COMMON = List.of("metadata", "if", "input", "output", "export", "timeout", "then");

    private final Set<String> known = new TreeSet<>();
    private final Set<String> written = new TreeSet<>();

    @Test
    void allThatTheReaderKnowsIsWritten() throws ReflectiveOperationException {
        Compared.heard = source -> look(source, "", ReaderGrammarProbe.to(source));
        try {
            for (Object tests : List.of(new FluentEquivalenceTest(), new GrpcEquivalenceTest(), new McpEquivalenceTest(),
                    new A2aEquivalenceTest(),
                    new ReusablesEquivalenceTest(), new AuthenticationEquivalenceTest())) {
                for (Method method : tests.getClass().getDeclaredMethods()) {
                    if (method.isAnnotationPresent(Test.class)) {
                        method.setAccessible(true);
                        method.invoke(tests);
                    }
                }
            }
        } finally {
            Compared.heard = source -> {};
        }
        Set<String> missing = new TreeSet<>(known);
        missing.removeAll(written);
        assertThat(known).hasSizeGreaterThan(100);
        assertThat(missing).isEqualTo(NOT_NEEDED.keySet());
    }

    private void look(JsonNode value, String pointer, ReaderGrammarProbe reaction) {
        if (value.isObject()) {
            Set<String> properties = reaction.known(pointer);
            properties.forEach(property -> known.add(qualified(properties, property)));
            value.fieldNames().forEachRemaining(name -> {
                written.add(qualified(properties, name));
                look(value.get(name), pointer + "/" + name.replace("~", "~0").replace("/", "~1"), reaction);
            });
        }
        List<JsonNode> elements = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(elements::add);
        }
        for (int i = 0; i < elements.size(); i++) {
            look(elements.get(i), pointer + "/" + i, reaction);
        }
    }

    private static String qualified(Set<String> properties, String property) {
        return (properties.containsAll(COMMON) && COMMON.contains(property) ? COMMON : properties) + " " + property;
    }
}
