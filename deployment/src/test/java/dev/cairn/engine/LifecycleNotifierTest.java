package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.subscription.Cancellable;

/** Watchers receive the changes of instances when they are durable, and not before. */
class LifecycleNotifierTest {

    private static final String ASKS = "do: [{ask: {call: ping}}]";
    private static final String FAILS = "do: [{ask: {call: ping}}, {no: {raise: {error: {type: \"https://acme.example/no\", status: 409}}}}]";

    private final EngineFixture fixture = new EngineFixture();
    private final List<CloudEvent> told = new ArrayList<>();

    @Test
    void anInstanceStartsAndCompletes() {
        watched(ASKS);
        String id = fixture.begin("{}").instanceId();
        assertThat(types()).containsExactly("started");
        fixture.session.hold();
        fixture.answer("/do/0/ask", "5");
        assertThat(types()).containsExactly("started");
        fixture.session.release();
        fixture.threads.runAll();

        assertThat(types()).containsExactly("started", "completed");
        CloudEvent completed = told.get(1);
        assertThat(completed.getSubject()).isEqualTo(id);
        assertThat(completed.getSource()).hasToString("/test/case/1.0.0");
        assertThat(new String(completed.getData().toBytes(), StandardCharsets.UTF_8)).contains(
                "\"name\":\"case-" + id + ".test\"",
                "\"output\":5", "\"definition\":{\"namespace\":\"test\",\"name\":\"case\",\"version\":\"1.0.0\"}",
                "\"completedAt\":\"2023-11-14T22:13:20Z\"");
        assertThat(completed.getId()).isNotEqualTo(told.get(0).getId());
    }

    @Test
    void anInstanceCompletesWithAnOutputThatIsAsDeepAsAValueMayBe() {
        watched(ASKS);
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "[".repeat(999) + "]".repeat(999));

        assertThat(fixture.output(id)).startsWith("[[");
        assertThat(types()).containsExactly("started", "completed");
    }

    @Test
    void aWatcherThatThrowsKeepsNeitherTheInstanceNorOtherWatchersFromIt() {
        fixture.workflow(ASKS).start();
        EngineCloudEventBus events = new EngineCloudEventBus(fixture.engine);
        List<String> others = new ArrayList<>();
        fixture.engine.events().lifecycle().watch(event -> {
            throw new IllegalStateException("planted");
        });
        fixture.engine.events().lifecycle().watchTasks(event -> {
            throw new OutOfMemoryError("planted");
        });
        events.lifecycle().subscribe().with(event -> others.add(event.getType()));
        events.taskLifecycle().subscribe().with(event -> others.add(event.getType()));
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "5");

        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(others).hasSize(5);
    }

    @Test
    void anInstanceFaults() {
        watched(FAILS);
        fixture.begin("{}");
        fixture.answer("/do/0/ask", "5");

        assertThat(types()).containsExactly("started", "faulted");
        assertThat(new String(told.get(1).getData().toBytes(), StandardCharsets.UTF_8)).contains("\"status\":409");
    }

    @Test
    void operatorsSuspendResumeAndCancel() {
        OperationsFixture operations = new OperationsFixture(fixture);
        watched(ASKS);
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        operations.resume(id);
        operations.suspend(id);
        operations.cancel(id);

        assertThat(types()).containsExactly("started", "suspended", "resumed", "suspended", "cancelled");
    }

    @Test
    void aFaultedInstanceThatIsRetriedResumes() {
        watched(FAILS);
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "5");
        new OperationsFixture(fixture).retry(id);

        assertThat(types()).containsExactly("started", "faulted", "resumed", "faulted");
        assertThat(told).extracting(CloudEvent::getSubject).containsOnly(id);
    }

    @Test
    void aForkStarts() {
        watched(ASKS);
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "5");
        String fork = new OperationsFixture(fixture).fork(id, "/do/0/ask", Map.of());
        fixture.answer("/do/0/ask", "6");

        assertThat(types()).containsExactly("started", "completed", "started", "completed");
        assertThat(told).extracting(CloudEvent::getSubject).containsExactly(id, id, fork, fork);
    }

    @Test
    void aParkedInstanceIsCancelled() {
        fixture.workflow("do: [{ask: {call: ping}}, {again: {call: ping}}]").start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "5");
        watched("do: [{other: {call: ping}}]");
        new OperationsFixture(fixture).cancel(id);

        assertThat(types()).containsExactly("cancelled");
        assertThat(told.get(0).getSubject()).isEqualTo(id);
    }

    @Test
    void anInstanceListens() {
        watched("""
                do:
                  - hear:
                      listen:
                        to:
                          one:
                            with: {type: paid}
                            correlate: {order: {from: .data.order, expect: "${ .order }"}, sum: {from: .data.sum}}
                """);
        fixture.begin("{\"order\":7}");
        assertThat(types()).containsExactly("started", "correlation-started");
        new OperationsFixture(fixture).ask(new EngineCloudEventBus(fixture.engine).publish(CloudEventBuilder.v1().withId("1")
                .withSource(URI.create("/shop")).withType("paid")
                .withData("application/json", "{\"order\":7,\"sum\":5}".getBytes(StandardCharsets.UTF_8)).build()))
                .assertCompleted();

        assertThat(types()).containsExactly("started", "correlation-started", "correlation-completed", "completed");
        assertThat(new String(told.get(2).getData().toBytes(), StandardCharsets.UTF_8)).contains("\"name\":\"case-",
                "\"completedAt\":", "\"correlationKeys\":{\"order\":7,\"sum\":5}");
    }

    /** The events of a task that listens enclose those of the instance that correlates. */
    @Test
    void aCorrelationIsWithinItsTask() {
        String listen = "{listen: {to: {any: [{with: {type: paid}}], until: length == 2}}%s}";
        for (String foreach : List.of("", ", foreach: {do: [{each: {set: {n: 1}}}]}")) {
            told.clear();
            watched("do: [{group: {do: [{hear: " + listen.formatted(foreach) + "}]}}]");
            new EngineCloudEventBus(fixture.engine).taskLifecycle().subscribe().with(told::add);
            fixture.begin("{}");
            for (String id : List.of("1", "2")) {
                new OperationsFixture(fixture)
                        .ask(new EngineCloudEventBus(fixture.engine).publish(CloudEventBuilder.v1().withId(id)
                                .withSource(URI.create("/shop")).withType("paid").build()))
                        .assertCompleted();
            }
            assertThat(told.stream().map(event -> event.getType().replaceAll("^io\\.serverlessworkflow\\.(.*)\\.v1$", "$1"))
                    .filter(type -> !type.equals("task.created")).toList())
                    .containsSubsequence("workflow.started", "task.started", "task.started", "workflow.correlation-started",
                            "workflow.correlation-completed", "task.completed", "task.completed", "workflow.completed")
                    .endsWith("workflow.correlation-completed", "task.completed", "task.completed", "workflow.completed");
        }
    }

    @Test
    void whoNoLongerWatchesIsNotTold() {
        Cancellable watching = watched(ASKS);
        fixture.begin("{}");
        watching.cancel();
        fixture.answer("/do/0/ask", "5");

        assertThat(types()).containsExactly("started");
    }

    private Cancellable watched(String workflow) {
        fixture.workflow(workflow).start();
        return new EngineCloudEventBus(fixture.engine).lifecycle().subscribe().with(told::add);
    }

    private List<String> types() {
        return told.stream().map(event -> event.getType().replaceAll("^io\\.serverlessworkflow\\.workflow\\.(.*)\\.v1$", "$1"))
                .toList();
    }
}
