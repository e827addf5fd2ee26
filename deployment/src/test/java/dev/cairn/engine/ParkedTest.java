package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Instances that stand still because they cannot go on, and who asks for them. */
class ParkedTest {

    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: 1}}
              - second: {call: ask, with: {question: 2}}
            """;

    @Test
    void whoWaitsWhileAStartWithTheSameKeyIsRefusedIsTold() {
        EngineFixture fixture = new EngineFixture().workflow(TWO_CALLS).start();
        fixture.begin("{}", "key");
        fixture.threads.runAll();
        MemoryStore.Session session = fixture.store.open();
        fixture.start(new Unreadable(session));
        session.hold();
        UniAssertSubscriber<DurableStartResult> again = fixture.begin("{}", "key");
        fixture.threads.runAll();
        UniAssertSubscriber<Ended> outcome = fixture.outcome(fixture.store.all().get(0).row().id());
        outcome.assertNotTerminated();
        session.release();
        fixture.threads.runAll();
        assertThat(again.assertCompleted().getItem().created()).isFalse();
        outcome.assertFailedWith(CairnException.class, "CAIRN-0415");
    }

    private final ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
    private final NodeUnderTest b;
    private final NodeUnderTest c;
    private final String id;
    private Unreadable seenByC;
    private boolean cancelled;

    /** An instance that stands still on node c, which falls asleep: so b takes it over. */
    ParkedTest() {
        cluster.world = call -> cluster.answerAfter(60_000).onCancellation().invoke(() -> cancelled = true);
        NodeUnderTest a = cluster.node("a");
        b = cluster.node("b");
        id = a.start("{}");
        a.pause();
        c = cluster.node("a", 0, session -> seenByC = new Unreadable(session));
        assertThat(c.engine.gateway().view(id).await().indefinitely().status()).isEqualTo(InstanceStatus.SUSPENDED);
        c.pause();
        cluster.advance(3 * ClusterFixture.FAILOVER_MILLIS);
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(b.engine.nodeId());
        seenByC.unreadable = false;
        cancelled = false;
    }

    private UniAssertSubscriber<Void> ask(OperatorCommandKind command) {
        UniAssertSubscriber<Void> answer = c.engine.command(id, command).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return answer;
    }

    @Test
    void whatAnotherNodeHasTakenOverDoesNotStandStillHere() {
        c.resume();
        cluster.advance(5_000);
        assertThat(c.engine.gateway().view(id).await().indefinitely().status()).isEqualTo(InstanceStatus.RUNNING);
        UniAssertSubscriber<Void> suspended = ask(OperatorCommandKind.SUSPEND);
        cluster.advance(5_000);
        suspended.assertCompleted();
        ask(OperatorCommandKind.RESUME);
        UniAssertSubscriber<Ended> outcome = c.outcome(id);
        cluster.advance(200_000);
        assertThat(outcome.assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void whatAnotherNodeHasTakenOverIsCancelledThere() {
        // Asked before it could see that it is no longer the owner.
        UniAssertSubscriber<Void> asked = ask(OperatorCommandKind.CANCEL);
        c.resume();
        cluster.advance(5_000);
        asked.assertCompleted();
        assertThat(cluster.store.get(id).row().status()).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(cancelled).isTrue();
    }
}
