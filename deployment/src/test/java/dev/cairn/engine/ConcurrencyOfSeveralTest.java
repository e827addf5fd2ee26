package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.QueuedStartRowFormat;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Limits of several workflows, of several versions, and of workflows that others run. */
class ConcurrencyOfSeveralTest extends LimitedWorkflows {

    @Test
    void versionsOfAWorkflowCountTogetherAndTheNewestSaysHowMany() {
        removeLimit();
        fixture.workflow(CALL);
        fixture.alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: case, version: 2.0.0, metadata: {cairn: {concurrency: 1}}}
                do: [{only: {call: ping}}]
                """);
        fixture.start();
        String old = fixture.begin("{\"n\": 1}").instanceId();
        fixture.time.advance(1);
        UniAssertSubscriber<DurableStartResult> start = operations
                .ask(fixture.engine.start(fixture.engine.programs().find("case", null), JsonPayload.of(JsonCodec.read("{}")),
                        null));
        assertThat(underWay).containsOnlyKeys(old);
        end(old);
        assertThat(underWay).containsOnlyKeys(start.assertCompleted().getItem().instanceId());
    }

    @Test
    void otherWorkflowsDoNotWait() {
        fixture.workflow(CALL);
        fixture.alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}
                do: [{only: {call: ping}}]
                """);
        fixture.start();
        begin(4);
        String other = operations.ask(fixture.engine.start(fixture.engine.programs().find("other", null),
                JsonPayload.of(JsonCodec.read("{}")), null)).assertCompleted().getItem().instanceId();
        assertThat(underWay).hasSize(3).containsKey(other);
    }

    @Test
    void childrenWaitToo() {
        removeLimit();
        fixture.workflow("""
                do:
                  - all:
                      for: {each: n, in: "${ [1, 2, 3] }"}
                      do: [{child: {run: {workflow: {namespace: test, name: child, version: 1.0.0}, await: false}}}]
                """);
        fixture.alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0, metadata: {cairn: {concurrency: 1}}}
                do: [{only: {call: ping}}]
                """);
        fixture.start();
        String parent = fixture.begin("{}").instanceId();
        assertThat(operations.stored(parent)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(found(InstanceFilter.ofWorkflow("child").withStatus(InstanceStatus.PENDING))).hasSize(2);
        for (int i = 0; i < 3; i++) {
            assertThat(underWay).hasSize(1);
            List.copyOf(underWay.keySet()).forEach(this::end);
        }
        assertThat(begun).hasSize(3);
    }

    @Test
    void whoRunsAChildThatWaitsCancelsItWithItself() {
        removeLimit();
        fixture.workflow("do: [{child: {run: {workflow: {namespace: test, name: child, version: 1.0.0}}}}]");
        fixture.alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: child, version: 1.0.0, metadata: {cairn: {concurrency: 1}}}
                do: [{only: {call: ping}}]
                """);
        fixture.start();
        fixture.begin("{}");
        fixture.time.advance(1);
        String second = fixture.begin("{}").instanceId();
        String waiting = found(InstanceStatus.PENDING).get(0);
        operations.cancel(second);
        assertThat(operations.status(waiting)).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(operations.status(second)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void workflowsWithTheSameRegionOfKeysWaitEachForTheirOwn() {
        removeLimit();
        // Their names have the same hash.
        assertThat(QueuedStartRowFormat.region("test:Aa")).isEqualTo(QueuedStartRowFormat.region("test:BB"));
        fixture.workflow(CALL);
        for (String name : List.of("Aa", "BB")) {
            fixture.alsoWorkflow("""
                    document: {dsl: 1.0.3, namespace: test, name: %s, version: 1.0.0, metadata: {cairn: {concurrency: 1}}}
                    do: [{only: {call: ping}}]
                    """.formatted(name));
        }
        fixture.start();
        List<String> first = start("Aa", 100);
        List<String> second = start("BB", 3);
        assertThat(underWay.keySet()).containsExactly(first.get(0), second.get(0));
        end(second.get(0));
        assertThat(underWay.keySet()).containsExactly(first.get(0), second.get(1));
        end(first.get(0));
        assertThat(underWay.keySet()).containsExactly(second.get(1), first.get(1));
    }

    private List<String> start(String name, int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(operations.ask(fixture.engine.start(fixture.engine.programs().find(name, null),
                    JsonPayload.of(JsonCodec.read("{}")), null)).assertCompleted().getItem().instanceId());
            fixture.time.advance(1);
        }
        return ids;
    }
}
