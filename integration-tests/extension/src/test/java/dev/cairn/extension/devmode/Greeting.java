package dev.cairn.extension.devmode;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.resource;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

@Workflow(name = "in-java")
@HttpTrigger(path = "/in-java")
public class Greeting {

    static Flow define() {
        return flow(
                call("greet", Greeter::greet),
                call("finish", (String text) -> text + "."))
                .inputSchema(resource("schemas/name.json"));
    }
}
