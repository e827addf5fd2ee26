package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.cloudevents.core.builder.CloudEventBuilder;

/** Tasks listen for the lifecycle events of other workflows, and never wake each other without end. */
class ListenLifecycleTest {

    private static final String OTHER = """
            document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}
            do: [{ask: {call: ping}}, {next: {call: ping}}]
            """;

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @Test
    void aTaskHearsThatAnInstanceEnded() {
        assertHeard("type: io.serverlessworkflow.workflow.completed.v1", "name", "\"output\":2");
    }

    @Test
    void aTaskHearsOfTasks() {
        assertHeard("type: io.serverlessworkflow.task.completed.v1, data: \"${ .task | endswith(\\\"next\\\") }\"", "workflow",
                "\"task\":\"/do/1/next\"");
    }

    /** Asserts that the filter passes these events when the other instance has ended, and no event before that. */
    private void assertHeard(String filter, String definition, String told) {
        observe("one: {with: {" + filter + "}}");
        String observer = fixture.begin("{}").instanceId();
        String other = other();
        fixture.answer("/do/0/ask", "1");
        assertThat(operations.status(observer)).isEqualTo(InstanceStatus.WAITING);
        fixture.answer("/do/1/next", "2");
        assertThat(fixture.output(observer)).startsWith("[{\"" + definition + "\":\"other-" + other + ".test\",")
                .contains(told);
    }

    @Test
    void whoListensHearsOfNobodyWhoListens() {
        observe("""
                any: [{with: {type: io.serverlessworkflow.task.started.v1}},
                      {with: {type: io.serverlessworkflow.workflow.started.v1}}],
                until: length == 4
                """);
        String first = fixture.begin("{}").instanceId();
        String second = fixture.begin("{}").instanceId();
        operations.suspend(second);
        operations.resume(second);
        assertThat(entries(first)).isEqualTo(1);
        String other = other();
        fixture.answer("/do/0/ask", "1");
        assertThat(entries(first)).isEqualTo(1 + 3);
        assertThat(fixture.store.get(other).row().status()).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void whoDoesNotNameALifecycleEventDoesNotGetIt() {
        fixture.workflow("""
                do:
                  - both:
                      fork:
                        branches:
                          - all: {listen: {to: {any: []}}}
                          - expression: {listen: {to: {one: {with: {type: "${ endswith(\\"completed.v1\\") }"}}}}}
                          - pattern: {listen: {to: {one: {with: {type: ".*"}}}}}
                          - named: {listen: {to: {one: {with: {type: io.serverlessworkflow.task.completed.v1}}}}}
                """).alsoWorkflow(OTHER).start();
        String observer = fixture.begin("{}").instanceId();
        other();
        fixture.answer("/do/0/ask", "1");
        assertThat(entries(observer)).isEqualTo(2);
        fixture.answer("/do/1/next", "1");
        assertThat(entries(observer)).isEqualTo(2);
    }

    @Test
    void lifecycleEventsOfElsewhereArePublishedLikeOthers() {
        observe("one: {with: {type: io.serverlessworkflow.workflow.completed.v1}}");
        String observer = fixture.begin("{}").instanceId();
        operations.ask(new EngineCloudEventBus(fixture.engine).publish(CloudEventBuilder.v1().withId("1")
                .withSource(URI.create("/elsewhere")).withType("io.serverlessworkflow.workflow.completed.v1")
                .withData("application/json", "5".getBytes(StandardCharsets.UTF_8)).build())).assertCompleted();
        assertThat(fixture.output(observer)).isEqualTo("[5]");
    }

    private void observe(String to) {
        fixture.workflow("do: [{hear: {listen: {to: {" + to + "}}}}]").alsoWorkflow(OTHER).start();
    }

    private String other() {
        DurableStartResult start = fixture.engine
                .start(fixture.engine.programs().find("other", null), JsonPayload.of(JsonCodec.read("{}")), null)
                .await().indefinitely();
        fixture.threads.runAll();
        return start.instanceId();
    }

    private int entries(String id) {
        return fixture.store.get(id).entries().size();
    }
}
