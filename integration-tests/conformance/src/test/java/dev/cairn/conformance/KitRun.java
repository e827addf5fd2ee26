package dev.cairn.conformance;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.program.Program;
import dev.cairn.value.JqValues;

/** One run of a scenario's workflow, and what is expected of it. */
final class KitRun {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");
    private static final Pattern ITEMS = Pattern
            .compile("the workflow output should have a '(.*)' property containing (\\d+) items");

    private final JsonNode input;
    private final Program program;
    private final JsonNode output;
    private final WorkflowError error;

    private KitRun(JsonNode input, Program program, JsonNode output, WorkflowError error) {
        this.input = input;
        this.program = program;
        this.output = output;
        this.error = error;
    }

    static KitRun of(CairnClient cairn, String workflow, ConformanceScenario scenario, Program program) {
        JsonNode input = scenario.input() == null ? JsonNodeFactory.instance.objectNode() : yaml(scenario.input());
        try {
            JsonNode output = cairn.start(workflow, input).chain(instance -> instance.result()).await().atMost(LIMIT);
            return new KitRun(input, program, output, null);
        } catch (WorkflowException faulted) {
            return new KitRun(input, program, null, faulted.error());
        }
    }

    /** Null if the expectation is met, else what is otherwise. */
    String unmet(ConformanceScenario.Line expectation) {
        String text = expectation.text();
        if (text.startsWith("the workflow should complete")) {
            return output == null ? "faulted: " + error
                    : expectation.block() == null ? null : different("output", yaml(expectation.block()), output);
        }
        if (text.startsWith("the workflow should fault")) {
            return error == null ? "completed with " + output
                    : expectation.block() == null ? null : differentError(yaml(expectation.block()));
        }
        if (text.startsWith("the workflow output should have")) {
            return output == null ? "has no output" : unmetByOutput(text, expectation.block());
        }
        if (text.contains(" should run ")) {
            return unmetByOrder(text);
        }
        return "unknown expectation: " + text;
    }

    private String differentError(JsonNode expected) {
        JsonNode actual = error.toJson();
        for (Map.Entry<String, JsonNode> field : expected.properties()) {
            String difference = different(field.getKey(), field.getValue(), actual.path(field.getKey()));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private String unmetByOutput(String text, String block) {
        Matcher items = ITEMS.matcher(text);
        if (items.matches()) {
            int size = property(items.group(1)).size();
            return size == Integer.parseInt(items.group(2)) ? null : items.group(1) + " has " + size + " items";
        }
        Matcher names = QUOTED.matcher(text);
        while (names.find()) {
            JsonNode value = property(names.group(1));
            if (value.isMissingNode()) {
                return "the output has no " + names.group(1) + ": " + output;
            }
            if (block != null) {
                return different(names.group(1), yaml(block), value);
            }
        }
        return null;
    }

    private JsonNode property(String path) {
        JsonNode value = output;
        for (String name : path.split("\\.")) {
            value = value.path(name);
        }
        return value;
    }

    private String unmetByOrder(String text) {
        List<String> order = TaskOrder.of(program, input);
        String[] words = text.split(" ");
        int at = order.indexOf(words[0]);
        boolean met;
        switch (words[3]) {
            case "first":
                met = at == 0;
                break;
            case "last":
                met = at >= 0 && order.lastIndexOf(words[0]) == order.size() - 1;
                break;
            case "before":
                met = at >= 0 && at < order.indexOf(words[4]);
                break;
            case "after":
                met = order.contains(words[4]) && at > order.indexOf(words[4]);
                break;
            default:
                return "unknown expectation: " + text;
        }
        return met ? null : text + ", but the order was " + order;
    }

    private static String different(String what, JsonNode expected, JsonNode actual) {
        return JqValues.equal(JqValues.canonical(expected), actual) ? null
                : what + " is " + actual + " instead of " + expected;
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException("No YAML: " + text, e);
        }
    }
}
