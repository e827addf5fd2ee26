package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;

import java.util.stream.IntStream;

import dev.cairn.fluent.Flow;
import dev.cairn.fluent.FlowTask;

/** Task orchestration: many small tasks, each giving an order another status. */
final class OrderTasks {

    private OrderTasks() {}

    /** A number of {@code set} tasks, each building the order anew from its input. */
    static Flow sets(int tasks) {
        return flow(IntStream.rangeClosed(1, tasks)
                .mapToObj(number -> set("task" + number, order(status(number, tasks)))).toArray(FlowTask[]::new));
    }

    /** A number of calls of a bean, each of them an effect that is journaled. */
    static Flow effects(int tasks) {
        return flow(IntStream.rangeClosed(1, tasks)
                .mapToObj(number -> call("task" + number, OrderDesk::enter).with(order(status(number, tasks))))
                .toArray(FlowTask[]::new));
    }

    /** The status of an order after the task of this number, counted from one. */
    static String status(int number, int tasks) {
        return number == tasks ? "COMPLETED_" + tasks + "_STEPS" : "STATUS_" + number;
    }

    /** The expression that builds the order anew with a status. */
    static String order(String status) {
        return "{orderId: .orderId, amount: .amount, customerId: .customerId, status: \"" + status + "\"}";
    }
}
