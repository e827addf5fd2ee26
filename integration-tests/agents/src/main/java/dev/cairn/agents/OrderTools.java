package dev.cairn.agents;

import jakarta.enterprise.context.ApplicationScoped;

import dev.cairn.api.WorkflowFunction;
import dev.langchain4j.agent.tool.Tool;

/** Tools for the model, which are tasks for the workflow. */
@ApplicationScoped
class OrderTools {

    record Order(String number, String state, int price) {}

    @Tool("Finds an order by its number")
    @WorkflowFunction
    Order findOrder(String number) {
        return new Order(number, "lost", 40);
    }

    @Tool("Pays the price of an order back, if a person agrees")
    @WorkflowFunction
    String refund(String number) {
        return "Order " + number + " is paid back";
    }
}
