package dev.cairn.crash;

import static dev.cairn.fluent.Flows.callFunction;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.http;
import static dev.cairn.fluent.Flows.waitFor;

import java.util.Map;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.arc.profile.IfBuildProfile;

/** The work of {@code naps.yaml}, in a version that only the next version of the application has. */
@IfBuildProfile("next")
@Workflow(namespace = "crash", name = "naps", version = "2.0.0")
@HttpTrigger(path = "/naps")
final class NapsOfTheNextVersion {

    private NapsOfTheNextVersion() {}

    static Flow define() {
        return flow(
                http("before", "POST", "${ $workflow.input.effects }").header("Crash-Life", "${ $secrets.life }")
                        .body(Map.of("start", "${ $workflow.input.start }", "label", "before")),
                waitFor("nap", "${ \"PT\\($workflow.input.seconds)S\" }"),
                callFunction("after", "audit").with(Map.of("start", "${ $workflow.input.start }", "label", "after")))
                .secrets("life");
    }
}
