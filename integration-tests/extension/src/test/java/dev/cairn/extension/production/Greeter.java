package dev.cairn.extension.production;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;

import jakarta.enterprise.context.ApplicationScoped;

import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowFunction;
import dev.cairn.fluent.Flow;

/** A bean that defines a workflow and is called by it. */
@ApplicationScoped
@Workflow(name = "in-java")
public class Greeter {

    static Flow define() {
        return flow(
                call("greet", Greeter::greet),
                call("finish", (String text) -> text + "."));
    }

    @WorkflowFunction
    String greet(String name) {
        return "Hello " + name;
    }
}
