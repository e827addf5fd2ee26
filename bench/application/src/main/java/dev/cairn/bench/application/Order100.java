package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;

import java.util.Map;
import java.util.stream.IntStream;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.SetTask;

/** Task orchestration: 100 {@code set} tasks of four fields, each with another status. */
@Workflow(name = "order100", namespace = "bench")
@HttpTrigger(path = "/bench/order100")
public class Order100 {

    private static final int TASKS = 100;

    static Flow define() {
        return flow(IntStream.rangeClosed(1, TASKS).mapToObj(Order100::step).toArray(SetTask[]::new));
    }

    private static SetTask step(int number) {
        return set("step" + number, Map.of(
                "orderId", "${ .orderId }",
                "amount", "${ .amount }",
                "customerId", "${ .customerId }",
                "status", number == TASKS ? "COMPLETED_" + TASKS + "_STEPS" : "STEP_" + number));
    }
}
