package dev.cairn.deployment.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;

class WorkflowGraphJsonTest {

    private static final String ALL_KINDS = """
            document: {dsl: '1.0.3', namespace: test, name: case, version: '1.0.0'}
            use:
              extensions:
                - audit:
                    extend: emit
                    before:
                      - note:
                          set: {noted: true}
            do:
              - decide:
                  switch:
                    - large: {when: .amount > 100, then: review}
                    - empty: {when: .amount == 0, then: end}
                    - otherwise: {then: ship}
              - review:
                  try:
                    - look:
                        call: http
                        with: {method: get, endpoint: 'https://review.example/{id}'}
                    - tooBad:
                        if: .bad
                        raise:
                          error: {type: 'https://example.com/errors/bad', status: 400}
                  catch:
                    errors: {with: {status: 503}}
                    do:
                      - giveUp:
                          set: {reviewed: false}
                          then: end
              - ship:
                  fork:
                    compete: true
                    branches:
                      - byAir: {wait: PT1M}
                      - bySea: {wait: PT1H}
              - items:
                  for: {each: item, in: .items}
                  do:
                    - skip:
                        if: .hidden
                        set: {skipped: true}
                        then: exit
                    - child:
                        run:
                          workflow: {namespace: test, name: child, version: 1.0.0}
              - answered:
                  listen:
                    to: {any: [{with: {type: paid}}, {with: {type: refused}}]}
              - tell:
                  emit: {event: {with: {source: /test, type: shipped}}}
            """;

    @Test
    void eachTaskIsANodeInsideOfTheTaskItStandsIn() {
        JsonNode graph = graph(ALL_KINDS);

        assertThat(tasks(graph)).containsExactlyInAnyOrder(
                "/do/0/decide switch", "/do/1/review try", "/do/1/review/try/0/look call", "/do/1/review/try/1/tooBad raise",
                "/do/1/review/catch/do/0/giveUp set", "/do/2/ship fork", "/do/2/ship/fork/branches/0/byAir wait",
                "/do/2/ship/fork/branches/1/bySea wait", "/do/3/items for", "/do/3/items/do/0/skip set",
                "/do/3/items/do/1/child run", "/do/4/answered listen", "/do/5/tell emit",
                "/do/5/tell/extensions/audit/before/0/note set");
        assertThat(node(graph, "/do/1/review/try/0/look").path("parent").asText()).isEqualTo("/do/1/review/try");
        assertThat(node(graph, "/do/5/tell").path("parent").asText()).isEqualTo("/do/5/tell#extended");
    }

    @Test
    void aNodeSaysWhatItsTaskDoes() {
        JsonNode graph = graph(ALL_KINDS);

        assertThat(node(graph, "/do/1/review/try/0/look").path("summary").asText())
                .isEqualTo("GET https://review.example/{id}");
        assertThat(node(graph, "/do/1/review/try/1/tooBad").path("summary").asText())
                .isEqualTo("if .bad: https://example.com/errors/bad");
        assertThat(node(graph, "/do/3/items").path("summary").asText()).isEqualTo("each item in .items");
        assertThat(node(graph, "/do/3/items").path("variables")).hasToString("[\"item\",\"index\"]");
        assertThat(node(graph, "/do/3/items/do/1/child").path("summary").asText()).isEqualTo("test:child:1.0.0");
        assertThat(node(graph, "/do/2/ship/fork/branches/1/bySea").path("summary").asText()).isEqualTo("PT1H");
        assertThat(node(graph, "/do/4/answered").path("summary").asText()).isEqualTo("one of paid, refused");
        assertThat(node(graph, "/do/4/answered").path("line").asInt()).isEqualTo(46);
    }

    @Test
    void aNodeNamesTheMethodOfAnAgent() {
        JsonNode graph = graph("""
                document: {dsl: '1.0.3', namespace: test, name: case, version: '1.0.0'}
                do:
                  - a: {call: a2a, with: {method: tasks/list, server: 'http://x'}}
                """);

        assertThat(node(graph, "/do/0/a").path("summary").asText()).isEqualTo("tasks/list");
    }

    @Test
    void aNodeNamesTheToolOfAnMcpServer() {
        JsonNode graph = graph("""
                document: {dsl: '1.0.3', namespace: test, name: case, version: '1.0.0'}
                do:
                  - a: {call: mcp, with: {method: tools/call, parameters: {name: find}, transport: {http: {endpoint: 'http://x'}}}}
                  - b: {call: mcp, with: {method: resources/read, parameters: {uri: 'x://y'}, transport: {http: {endpoint: 'http://x'}}}}
                  - c: {call: mcp, with: {method: tools/call, parameters: {name: '${ .x }'}, transport: {http: {endpoint: 'http://x'}}}}
                  - d: {call: mcp, with: {method: tools/list, transport: {http: {endpoint: 'http://x'}}}}
                """);

        assertThat(node(graph, "/do/0/a").path("summary").asText()).isEqualTo("find");
        assertThat(node(graph, "/do/1/b").path("summary").asText()).isEqualTo("x://y");
        assertThat(node(graph, "/do/2/c").path("summary").asText()).isEqualTo("tools/call");
        assertThat(node(graph, "/do/3/d").path("summary").asText()).isEqualTo("tools/list");
    }

    /** A form for an event suggests the types, which the summary shortens and mixes with other words. */
    @Test
    void aNodeKnowsTheEventsItsTaskListensFor() {
        assertThat(node(graph(ALL_KINDS), "/do/4/answered").path("events")).hasToString("[\"paid\",\"refused\"]");
        assertThat(node(graph(ALL_KINDS), "/do/5/tell").has("events")).isFalse();
        String type = "com.example.orders.payments.confirmations.received.v1";
        JsonNode graph = graph("""
                document: {dsl: '1.0.3', namespace: test, name: case, version: '1.0.0'}
                do:
                  - paid:
                      if: .open
                      listen: {to: {any: [{with: {type: %s}}, {with: {type: '${ "a" }'}}, {with: {source: /x}}]}}
                  - some: {listen: {to: {any: [{with: {type: paid}}], until: {one: {with: {type: closed}}}}}}
                """.formatted(type));
        assertThat(node(graph, "/do/0/paid").path("events")).hasToString("[\"" + type + "\"]");
        assertThat(node(graph, "/do/1/some").path("events")).hasToString("[\"paid\",\"closed\"]");
    }

    /** One long name would make the whole graph too small to read. */
    @Test
    void aGraphNamesTheQueriesAndTheTasksThatReplyToUpdates() {
        JsonNode graph = graph("""
                document:
                  dsl: '1.0.3'
                  namespace: test
                  name: case
                  version: '1.0.0'
                  metadata: {cairn: {queries: {second: "${ 2 }", first: "${ 1 }"}}}
                do:
                  - replies:
                      metadata: {cairn: {reply: "${ . }"}}
                      listen: {to: {any: [{with: {type: added}}], until: {one: {with: {type: closed}}}}}
                  - ofAnyType:
                      metadata: {cairn: {reply: "${ . }"}}
                      listen: {to: {one: {with: {source: /desk}}}}
                  - silent:
                      listen: {to: {one: {with: {type: added}}}}
                """);
        assertThat(graph.path("queries")).hasToString("[\"second\",\"first\"]");
        assertThat(node(graph, "/do/0/replies").path("updates")).hasToString("[\"added\"]");
        assertThat(node(graph, "/do/1/ofAnyType").path("updates")).hasToString("[]");
        assertThat(node(graph, "/do/2/silent").has("updates")).isFalse();
        assertThat(graph(ALL_KINDS).has("queries")).isFalse();
    }

    @Test
    void aNodeIsNoWiderThanAShortenedName() {
        String name = "very-".repeat(50) + "long";
        JsonNode node = node(graph("""
                document: {dsl: '1.0.3', namespace: test, name: case, version: '1.0.0'}
                do:
                  - %s: {set: {done: true}}
                  - short: {set: {done: true}}
                """.formatted(name)), "/do/0/" + name);
        assertThat(node.path("name").asText()).isEqualTo(name);
        assertThat(node.path("label").asText()).hasSize(44).startsWith("very-very-").endsWith("…");
        assertThat(node.path("width").asDouble()).isLessThan(400);
        assertThat(node(graph(ALL_KINDS), "/do/4/answered").has("label")).isFalse();
    }

    @Test
    void edgesFollowTheFlowDirectives() {
        assertThat(edges(graph(ALL_KINDS))).containsExactlyInAnyOrder(
                "start -> /do/0/decide",
                "/do/0/decide -> /do/1/review case .amount > 100",
                "/do/0/decide -> end case .amount == 0",
                "/do/0/decide -> /do/2/ship case otherwise",
                "/do/1/review -> /do/2/ship",
                "/do/1/review/try#start -> /do/1/review/try/0/look",
                "/do/1/review/try/0/look -> /do/1/review/try/1/tooBad",
                "/do/1/review/try/1/tooBad -> /do/1/review/try#end skip else",
                "/do/1/review/try -> /do/1/review/catch error 503",
                "/do/1/review/catch#start -> /do/1/review/catch/do/0/giveUp",
                "/do/1/review/catch/do/0/giveUp -> /do/1/review/catch#workflow-end",
                "/do/2/ship#start -> /do/2/ship/fork/branches/0/byAir",
                "/do/2/ship#start -> /do/2/ship/fork/branches/1/bySea",
                "/do/2/ship/fork/branches/0/byAir -> /do/2/ship#end",
                "/do/2/ship/fork/branches/1/bySea -> /do/2/ship#end",
                "/do/2/ship -> /do/3/items",
                "/do/3/items#start -> /do/3/items/do/0/skip",
                "/do/3/items/do/0/skip -> /do/3/items#end",
                "/do/3/items/do/0/skip -> /do/3/items/do/1/child skip else",
                "/do/3/items/do/1/child -> /do/3/items#end",
                "/do/3/items -> /do/4/answered",
                "/do/4/answered -> /do/5/tell#extended",
                "/do/5/tell/extensions/audit/before/0/note#before#start -> /do/5/tell/extensions/audit/before/0/note",
                "/do/5/tell/extensions/audit/before/0/note -> /do/5/tell/extensions/audit/before/0/note#before#end",
                "/do/5/tell/extensions/audit/before/0/note#before -> /do/5/tell",
                "/do/5/tell#extended -> end");
    }

    @Test
    void nodesLieInsideOfTheirParentsAndBesideEachOther() {
        List<JsonNode> nodes = list(graph(ALL_KINDS).path("nodes"));
        for (JsonNode node : nodes) {
            JsonNode parent = nodes.stream().filter(other -> other.path("id").equals(node.path("parent"))).findFirst()
                    .orElse(null);
            if (parent != null) {
                assertThat(contains(parent, node)).as("%s contains %s", parent, node).isTrue();
            }
            nodes.stream().filter(other -> other != node && other.path("parent").equals(node.path("parent")))
                    .forEach(other -> assertThat(overlap(node, other)).as("%s overlaps %s", node, other).isFalse());
        }
    }

    @Test
    void branchesStandFromLeftToRight() {
        JsonNode graph = graph(ALL_KINDS);

        assertThat(node(graph, "/do/2/ship/fork/branches/0/byAir").path("x").asDouble())
                .isLessThan(node(graph, "/do/2/ship/fork/branches/1/bySea").path("x").asDouble());
    }

    @Test
    void edgesBeginAndEndAtTheirNodes() {
        JsonNode graph = graph(ALL_KINDS);
        for (JsonNode edge : graph.path("edges")) {
            JsonNode points = edge.path("points");
            assertThat(touches(node(graph, edge.path("from").asText()), points.path(0))).as("begin of %s", edge).isTrue();
            assertThat(touches(node(graph, edge.path("to").asText()), points.path(points.size() - 1))).as("end of %s", edge)
                    .isTrue();
        }
    }

    @Test
    void theSameDefinitionHasTheSameGraph() {
        assertThat(graph(ALL_KINDS)).isEqualTo(graph(ALL_KINDS));
    }

    @Test
    void aHandlerThatUndoesAndRaisesAgainIsACompensation() {
        JsonNode graph = graph("""
                document: {dsl: '1.0.3', namespace: test, name: case, version: '1.0.0'}
                do:
                  - book:
                      try:
                        - pay: {set: {paid: true}}
                      catch:
                        as: error
                        do:
                          - undo: {set: {paid: false}}
                          - again:
                              raise:
                                error: {type: '${ $error.type }', status: '${ $error.status }'}
                """);

        assertThat(node(graph, "/do/0/book/catch").path("kind").asText()).isEqualTo("compensation");
    }

    @Test
    void threeHundredTasksFitOnePage() {
        String tasks = IntStream.range(0, 300).mapToObj("  - task%d: {set: {n: 1}}\n"::formatted).collect(Collectors.joining());
        JsonNode graph = graph("document: {dsl: '1.0.3', namespace: test, name: case, version: '1.0.0'}\ndo:\n" + tasks);

        assertThat(graph.path("nodes")).hasSize(302);
        assertThat(graph.path("height").asDouble()).isGreaterThan(300 * 30);
        assertThat(graph.path("width").asDouble()).isLessThan(200);
    }

    private static JsonNode graph(String yaml) {
        ProblemCollector problems = new ProblemCollector();
        Definition definition = DefinitionReader.read("case.yaml", yaml.getBytes(StandardCharsets.UTF_8), problems)
                .orElseThrow();
        assertThat(problems.all()).isEmpty();
        return WorkflowGraphJson.of(definition);
    }

    private static List<String> tasks(JsonNode graph) {
        return list(graph.path("nodes")).stream().filter(node -> node.has("task"))
                .map(node -> node.path("task").asText() + " " + node.path("kind").asText()).toList();
    }

    private static List<String> edges(JsonNode graph) {
        return list(graph.path("edges")).stream().map(edge -> edge.path("from").asText() + " -> " + edge.path("to").asText()
                + (edge.path("kind").asText().equals("next") ? "" : " " + edge.path("kind").asText())
                + (edge.has("label") ? " " + edge.path("label").asText() : "")).toList();
    }

    private static JsonNode node(JsonNode graph, String id) {
        return list(graph.path("nodes")).stream().filter(node -> node.path("id").asText().equals(id)).findFirst()
                .orElseThrow(() -> new AssertionError("No node " + id + " among "
                        + new TreeSet<>(list(graph.path("nodes")).stream().map(node -> node.path("id").asText()).toList())));
    }

    private static List<JsonNode> list(JsonNode array) {
        return new ArrayList<>(StreamSupport.stream(array.spliterator(), false).toList());
    }

    private static double side(JsonNode node, String field) {
        return node.path(field).asDouble();
    }

    private static boolean contains(JsonNode outer, JsonNode inner) {
        return side(inner, "x") > side(outer, "x") && side(inner, "y") > side(outer, "y")
                && side(inner, "x") + side(inner, "width") < side(outer, "x") + side(outer, "width")
                && side(inner, "y") + side(inner, "height") < side(outer, "y") + side(outer, "height");
    }

    private static boolean overlap(JsonNode one, JsonNode other) {
        return side(one, "x") < side(other, "x") + side(other, "width")
                && side(other, "x") < side(one, "x") + side(one, "width")
                && side(one, "y") < side(other, "y") + side(other, "height")
                && side(other, "y") < side(one, "y") + side(one, "height");
    }

    private static boolean touches(JsonNode node, JsonNode point) {
        double x = point.path(0).asDouble();
        double y = point.path(1).asDouble();
        return x >= side(node, "x") - 0.2 && x <= side(node, "x") + side(node, "width") + 0.2
                && (Math.abs(y - side(node, "y")) < 0.2 || Math.abs(y - side(node, "y") - side(node, "height")) < 0.2);
    }
}
