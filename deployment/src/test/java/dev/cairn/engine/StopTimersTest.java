package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** Times that come while a node stops and waits for the answer of a long call. */
class StopTimersTest {

    private final ClusterFixture cluster = new ClusterFixture("""
            do:
              - which:
                  switch:
                    - calls: {when: .calls, then: ask}
                    - limited: {when: .limited, then: limited}
                    - hears: {when: .hears, then: hear}
                    - waits: {then: pause}
              - ask: {call: ask, with: {question: 1}, then: end}
              - limited: {timeout: {after: PT4S}, call: ask, with: {question: 2}, then: end}
              - hear: {timeout: {after: PT4S}, listen: {to: {one: {with: {type: never}}}}, then: end}
              - pause: {wait: "${ .wait }", then: end}
            """);
    private final List<Runnable> answers = new ArrayList<>();
    private final NodeUnderTest a;

    StopTimersTest() {
        cluster.world = call -> Uni.createFrom().emitter(emitter -> answers.add(() -> emitter.complete(JsonCodec.read("1"))));
        cluster.stopTimeoutMillis = 60_000;
        a = cluster.node("a");
    }

    private void stopFor6Seconds(Runnable then) {
        String calling = a.start("{\"calls\":true}");
        a.stop(() -> {
            cluster.advance(6_000);
            then.run();
            List.copyOf(answers).forEach(Runnable::run);
        });
        assertThat(cluster.status(calling)).isEqualTo(InstanceStatus.COMPLETED);
    }

    private boolean isOver(String id) {
        return cluster.status(id).ended();
    }

    @Test
    void aWaitInMemoryEndsOnTheNodeThatHasItNext() {
        cluster.node("b");
        String waiting = a.start("{\"wait\":\"PT4S\"}");
        String hearing = a.start("{\"hears\":true}");
        stopFor6Seconds(() -> {
            assertThat(isOver(waiting)).isFalse();
            assertThat(isOver(hearing)).isFalse();
        });
        // A heartbeat, and a look for due timers.
        cluster.advance(2_000);
        assertThat(cluster.status(waiting)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(cluster.status(hearing)).isEqualTo(InstanceStatus.FAULTED);
    }

    @Test
    void withoutAnotherNodeItEndsAtTheNextStart() {
        String waiting = a.start("{\"wait\":\"PT4S\"}");
        stopFor6Seconds(() -> assertThat(isOver(waiting)).isFalse());
        assertThat(isOver(waiting)).isFalse();
        cluster.node("a");
        cluster.advance(10);
        assertThat(cluster.status(waiting)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aWaitInTheStoreEndsInTimeElsewhere() {
        cluster.node("b");
        String waiting = a.start("{\"wait\":\"PT6S\"}");
        stopFor6Seconds(() -> assertThat(cluster.status(waiting)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void aCallUnderWayIsGivenUpAtItsDeadline() {
        String limited = a.start("{\"limited\":true}");
        stopFor6Seconds(() -> assertThat(cluster.status(limited)).isEqualTo(InstanceStatus.FAULTED));
    }
}
