package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.forEach;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.fluent.Flow;
import dev.cairn.fluent.FlowTask;

/** Three nested loops whose tasks give {@value #OUTPUTS} outputs: 100 in the second loop, and 2,000 in the third. */
final class NestedLoops {

    /** Number of task runs with an output. */
    static final int OUTPUTS = 10 * 10 + 10 * 10 * 20;

    private NestedLoops() {}

    /** Each task computes its output from the output of the task before it alone. */
    static Flow lastOutput() {
        return loops(set("row", "{count: (.count + 1), value: \"\\($i)-\\($j)\"}"),
                set("cell", "{count: (.count + 1), value: \"\\($i)-\\($j)-\\($k)\"}"));
    }

    /** Each task adds its output to a list of all outputs, so that every later task sees every earlier output. */
    static Flow allOutputs() {
        return loops(set("row", "{outputs: (.outputs + [{value: \"\\($i)-\\($j)\"}])}"),
                set("cell", "{outputs: (.outputs + [{value: \"\\($i)-\\($j)-\\($k)\"}])}"));
    }

    private static Flow loops(FlowTask<?> row, FlowTask<?> cell) {
        return flow(forEach("outer", "i").in("[range(0; 10)]").doing(
                forEach("middle", "j").in("[range(0; 10)]").indexedBy("middleIndex").doing(
                        row, forEach("inner", "k").in("[range(0; 20)]").indexedBy("innerIndex").doing(cell))));
    }
}
