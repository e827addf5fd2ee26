package dev.cairn.demo.greeting;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

@Workflow(name = "greeting")
@HttpTrigger(path = "/greetings")
public class Greeting {

    static Flow define() {
        return flow(
                call("greet", Greeter::greet),
                set("answer").to("text", "${ . }"));
    }
}
