package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.option.TaskHistoryRules;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/**
 * An instance whose journal has its tasks is replayed up to the last one, though it listened behind that: an event that comes before
 * it listens again is not lost.
 */
class EventsAfterARestartTest {

    private static final TaskHistoryRules TASKS = new TaskHistoryRules(true, Map.of());
    private static final String LISTEN = "{listen: {to: {one: {with: {type: paid}, correlate: {order: {from: .data.order,"
            + " expect: \"${ .order }\"}}}}}}";
    private static final String PAID = "do:\n  - a: {set: {order: 7}}\n  - b: {set: {order: 7}}\n  - paid: " + LISTEN
            + "\n  - done: {set: \"${ .[0].order }\"}\n";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private String begun(TaskHistoryRules rules, String workflow) {
        fixture.options = fixture.options.with(rules);
        fixture.workflow(workflow).start();
        return fixture.begin("{}").instanceId();
    }

    /** Begins a life of the application; nothing queued is run yet. */
    private void crash() {
        fixture.session = fixture.store.open();
        fixture.time.forgetTimers();
        fixture.restart();
    }

    private Uni<PublishResult> publishing(String id, int order) {
        return new EngineCloudEventBus(fixture.engine).publish(CloudEventBuilder.v1().withId(id)
                .withSource(URI.create("/payments"))
                .withType("paid").withData("application/json", ("{\"order\":" + order + "}").getBytes(StandardCharsets.UTF_8))
                .build());
    }

    private UniAssertSubscriber<PublishResult> published(String id, int order) {
        return publishing(id, order).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private void publish(String id, int order) {
        UniAssertSubscriber<PublishResult> published = published(id, order);
        fixture.threads.runAll();
        published.assertCompleted();
    }

    private int entries(String id) {
        return fixture.store.get(id).entries().size();
    }

    @Test
    void anInstanceThatListenedTakesIt() {
        String id = begun(TASKS, PAID);
        crash();
        UniAssertSubscriber<PublishResult> other = published("1", 8);
        UniAssertSubscriber<PublishResult> published = published("2", 7);
        fixture.threads.runAll();
        other.assertCompleted();
        published.assertCompleted();
        assertThat(fixture.output(id)).isEqualTo("7");
    }

    @Test
    void itIsAcknowledgedWhenItIsDurable() {
        begun(TASKS, PAID);
        crash();
        fixture.session.hold();
        UniAssertSubscriber<PublishResult> published = published("1", 7);
        fixture.threads.runAll();
        published.assertNotTerminated();
        fixture.session.release();
        fixture.threads.runAll();
        published.assertCompleted();
    }

    @Test
    void aBranchThatListenedTakesIt() {
        String id = begun(TASKS, "do:\n  - both:\n      fork:\n        branches:\n          - paid:\n              do:\n"
                + "                - a: {set: {order: 7}}\n                - listen: " + LISTEN + "\n          - other:\n"
                + "              do:\n                - b: {set: {n: 1}}\n                - ask: {call: ping}\n");
        crash();
        publish("1", 7);
        fixture.answer("/do/0/both/fork/branches/1/other/do/1/ask", "1");
        assertThat(fixture.output(id)).isEqualTo("[[{\"order\":7}],1]");
    }

    @Test
    void whoListenedForMoreTakesEachOnce() {
        String id = begun(TASKS, "do:\n  - a: {set: {n: 1}}\n  - all:\n      listen: {to: {any: [{with: {type: paid}}],"
                + " until: length == 3}}\n      foreach: {do: [{b: {set: \"${ .order }\"}}, {c: {set: \"${ . }\"}}]}\n");
        publish("1", 1);
        crash();
        UniAssertSubscriber<PublishResult> again = published("1", 1);
        publish("2", 2);
        again.assertCompleted();
        crash();
        publish("3", 3);
        assertThat(fixture.output(id)).isEqualTo("[1,2,3]");
    }

    @Test
    void tasksThatNoEarlierLifeWroteComeFirst() {
        String id = begun(TaskHistoryRules.NONE, PAID);
        fixture.options = fixture.options.with(TASKS);
        crash();
        publish("1", 7);
        assertThat(fixture.output(id)).isEqualTo("7");
        assertThat(entries(id)).isEqualTo(7);
    }

    @Test
    void whoWantsSomethingElseFirstDoesNotTakeIt() {
        String id = begun(TASKS, "do: [{a: {set: {order: 7}}}, {ask: {call: ping}}, {paid: " + LISTEN + "}]");
        crash();
        publish("1", 7);
        fixture.answer("/do/1/ask", "{\"order\":7}");
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.RUNNING);
        publish("2", 7);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void whoIsSuspendedTakesItNoSoonerThanItIsResumed() {
        String id = begun(TaskHistoryRules.NONE, PAID);
        operations.suspend(id);
        fixture.options = fixture.options.with(TASKS);
        crash();
        publish("1", 7);
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.SUSPENDED);
        resumedAndPublished(id);
        assertThat(fixture.output(id)).isEqualTo("7");
    }

    /** Publishes as soon as it is known that an instance is resumed. */
    private void resumedAndPublished(String id) {
        operations.ask(operations.handle(id).resume().chain(() -> publishing("2", 7))).assertCompleted();
    }

    @Test
    void aBranchThatListensTakesItOnceTheInstanceIsResumed() {
        String id = begun(TASKS, "do:\n  - both:\n      fork:\n        branches:\n          - paid: "
                + "{listen: {to: {one: {with: {type: paid}}}}}\n          - other:\n              do:\n"
                + "                - ask: {call: ping}\n                - b: {set: {n: 1}}\n                - c: {set: {n: 2}}\n"
                + "          - last: {call: ping}\n");
        operations.ask(operations.handle(id).suspend());
        fixture.answer("/do/0/both/fork/branches/1/other/do/0/ask", "1");
        resumedAndPublished(id);
        fixture.answer("/do/0/both/fork/branches/2/last", "3");
        assertThat(fixture.output(id)).isEqualTo("[[{\"order\":7}],{\"n\":2},3]");
    }

    @Test
    void whoIsToUndoWhatItDidComesToRestFirst() {
        String id = begun(TASKS, PAID);
        crash();
        UniAssertSubscriber<PublishResult> published = published("1", 8);
        operations.ask(operations.handle(id).cancelAndCompensate()).assertCompleted();
        published.assertCompleted();
        assertThat(operations.stored(id)).isEqualTo(InstanceStatus.CANCELLED);
    }
}
