package dev.cairn.bench.application.arrival;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** A workflow that is started at a fixed rate, with the input and the right output of each instance. */
enum ArrivalScenario {

    /** Two short tasks. */
    TWO_TASKS("two-tasks", number -> named(number),
            (number, output) -> output.equals(TextNode.valueOf("Hello World-" + number))),
    /** A wait of five seconds. */
    FIVE_SECOND_WAIT("sleep5", number -> named(number), (number, output) -> output.equals(named(number))),
    /** Nested loops that hand on the last output. */
    LAST_OUTPUT_LOOPS("foreach3", number -> counted(), (number, output) -> isLastOf2100(output)),
    /** Nested loops with each output in the journal. */
    JOURNALED_OUTPUT_LOOPS("foreach3-history", number -> counted(), (number, output) -> isLastOf2100(output)),
    /** Nested loops that keep all outputs. */
    ALL_OUTPUTS_LOOPS("foreach3-all", number -> empty(),
            (number, output) -> output.path("outputs").size() == 2_100
                    && output.path("outputs").get(2_099).path("value").textValue().equals("9-9-19"));

    private final String workflow;
    private final IntFunction<ObjectNode> input;
    private final OutputCheck check;

    ArrivalScenario(String workflow, IntFunction<ObjectNode> input, OutputCheck check) {
        this.workflow = workflow;
        this.input = input;
        this.check = check;
    }

    /** Says whether an instance of this number has the right output. */
    private interface OutputCheck {

        boolean isRight(int number, JsonNode output);
    }

    /** The scenario of a workflow; empty if it has none. */
    static Optional<ArrivalScenario> of(String workflow) {
        return Arrays.stream(values()).filter(scenario -> scenario.workflow.equals(workflow)).findFirst();
    }

    /** The workflow, with its namespace. */
    String workflow() {
        return "bench:" + workflow;
    }

    /** The input of the instance of this number. */
    JsonNode input(int number) {
        return input.apply(number);
    }

    /** True if the instance of this number has this output when it is done. */
    boolean isRight(int number, JsonNode output) {
        return check.isRight(number, output);
    }

    private static ObjectNode named(int number) {
        return JsonNodeFactory.instance.objectNode().put("name", "World-" + number);
    }

    private static ObjectNode counted() {
        return JsonNodeFactory.instance.objectNode().put("count", 0);
    }

    private static ObjectNode empty() {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        input.putArray("outputs");
        return input;
    }

    private static boolean isLastOf2100(JsonNode output) {
        return output.path("count").equals(IntNode.valueOf(2_100)) && output.path("value").equals(TextNode.valueOf("9-9-19"));
    }
}
