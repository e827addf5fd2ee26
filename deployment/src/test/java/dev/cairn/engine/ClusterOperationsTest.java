package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.RecordedCommand;
import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Commands on one node for an instance that another one runs. */
class ClusterOperationsTest {

    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: 1}}
              - second: {call: ask, with: {question: 2}}
            """;

    private final ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
    private final NodeUnderTest a = cluster.node("a");
    private final NodeUnderTest b = cluster.node("b");

    private UniAssertSubscriber<Void> ask(NodeUnderTest node, String id, OperatorCommandKind command) {
        UniAssertSubscriber<Void> answer = node.engine.command(id, command).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return answer;
    }

    @Test
    void theNodeThatRunsAnInstanceHearsOfItWithItsNextHeartbeat() {
        cluster.world = call -> cluster.answerAfter(5_000);
        String id = a.start("{}");
        UniAssertSubscriber<Void> suspended = ask(b, id, OperatorCommandKind.SUSPEND);
        suspended.assertNotTerminated();
        cluster.advance(1_500);
        suspended.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        cluster.advance(10_000);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a");
    }

    @Test
    void theNodeThatRunsAnInstanceWritesWhoAskedAnotherNode() {
        cluster.world = call -> cluster.answerAfter(5_000);
        String id = a.start("{}");
        InstanceHandle asked = new EngineClient(b.engine, new ObjectMapper()).as(new CommandOrigin("alice", "Ticket 42"))
                .instance(id);
        UniAssertSubscriber<Void> suspended = asked.suspend().subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.advance(1_500);
        suspended.assertCompleted();
        UniAssertSubscriber<List<RecordedCommand>> commands = asked.commands().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        RecordedCommand last = commands.assertCompleted().getItem().get(1);
        assertThat(last.kind()).isEqualTo(CommandKind.SUSPEND);
        assertThat(last.origin()).isEqualTo(new CommandOrigin("alice", "Ticket 42"));
    }

    @Test
    void aNodeThatWaitsForAnotherOneDoesNotReadTheMessagesOfThatNode() {
        List<String> readers = new ArrayList<>();
        NodeUnderTest c = cluster.node("c", 0, store -> new ForwardingStore(store) {
            @Override
            public Uni<List<InstanceMessage>> messages(String nodeId, int limit) {
                readers.add(nodeId);
                return super.messages(nodeId, limit);
            }
        });
        cluster.world = call -> cluster.answerAfter(5_000);
        String id = a.start("{}");
        UniAssertSubscriber<Void> suspended = ask(c, id, OperatorCommandKind.SUSPEND);
        cluster.advance(1_500);
        suspended.assertCompleted();
        assertThat(readers).contains(c.engine.nodeId()).doesNotContain(a.engine.nodeId());
    }

    @Test
    void nothingThatANodeOfAnEarlierVersionCannotReadIsWrittenWhileOneIsAlive() {
        cluster.world = call -> cluster.answerAfter(60_000);
        List<String> posted = new ArrayList<>();
        NodeUnderTest c = cluster.node("c", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Void> post(InstanceMessage message) {
                posted.add(new String(message.body(), StandardCharsets.UTF_8));
                return super.post(message);
            }
        });
        cluster.hears = false;
        NodeUnderTest old = cluster.node("old");
        cluster.advance(4_000);
        String id = a.start("{}");
        InstanceHandle asked = new EngineClient(c.engine, new ObjectMapper()).as(new CommandOrigin("alice", "Ticket 42"))
                .instance(id);
        asked.suspend().subscribe().with(nothing -> {});
        cluster.advance(4_000);
        assertThat(posted).containsExactly("SUSPEND");
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(cluster.store.get(id).entries()).hasSize(2).allSatisfy(entry -> assertThat(entry[0]).isLessThan((byte) 3));

        old.stop();
        cluster.advance(20_000);
        asked.resume().subscribe().with(nothing -> {});
        cluster.advance(4_000);
        assertThat(cluster.store.get(id).entries().get(2)[0]).isEqualTo((byte) 3);
    }

    @Test
    void aCommandThatCannotBeReadIsDroppedAndOthersAreHeard() {
        InstanceStore[] stores = new InstanceStore[1];
        cluster.node("c", 0, store -> stores[0] = store);
        cluster.world = call -> cluster.answerAfter(5_000);
        String id = a.start("{}");
        stores[0].post(new InstanceMessage(id, "m-1", "SUSPEND\nno JSON".getBytes(StandardCharsets.UTF_8))).await()
                .indefinitely();
        cluster.advance(1_500);
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(stores[0].messages(a.engine.nodeId(), 10).await().indefinitely()).isEmpty();
    }

    @Test
    void aCommandThatThisVersionDoesNotKnowIsDroppedAndOthersAreHeard() {
        InstanceStore[] stores = new InstanceStore[1];
        cluster.node("c", 0, store -> stores[0] = store);
        cluster.world = call -> cluster.answerAfter(5_000);
        String id = a.start("{}");
        stores[0].post(new InstanceMessage(id, "m-1", "DANCE".getBytes(StandardCharsets.UTF_8))).await().indefinitely();
        cluster.advance(1_500);
        UniAssertSubscriber<Void> suspended = ask(b, id, OperatorCommandKind.SUSPEND);
        cluster.advance(1_500);
        suspended.assertCompleted();
        assertThat(stores[0].messages(a.engine.nodeId(), 10).await().indefinitely()).isEmpty();
    }

    @Test
    void whateverNodeIsAskedResumesWhatBelongsToNobody() {
        cluster.world = call -> cluster.answerAfter(1_000);
        String id = a.start("{}");
        ask(a, id, OperatorCommandKind.SUSPEND).assertCompleted();
        cluster.advance(2_000);
        ask(b, id, OperatorCommandKind.RESUME).assertCompleted();
        cluster.advance(3_000);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "b");
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void whatIsSuspendedWhileItIsToldToIsNotSuspendedOnceMoreAfterItWasResumed() {
        cluster.world = call -> cluster.answerAfter(5_000);
        String id = a.start("{}");
        UniAssertSubscriber<Void> suspended = ask(b, id, OperatorCommandKind.SUSPEND);
        cluster.advance(60);
        ask(a, id, OperatorCommandKind.SUSPEND).assertCompleted();
        cluster.advance(250);
        suspended.assertCompleted();
        ask(a, id, OperatorCommandKind.RESUME).assertCompleted();
        assertThat(cluster.time.millis()).as("no heartbeat so far").isLessThan(ClusterFixture.NOON + 1_000);
        cluster.advance(20_000);
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void cancellingElsewhereCancelsTheCallWhereItIsMade() {
        cluster.world = call -> cluster.answerAfter(60_000);
        String id = a.start("{}");
        UniAssertSubscriber<Void> cancelled = ask(b, id, OperatorCommandKind.CANCEL);
        UniAssertSubscriber<Void> again = ask(b, id, OperatorCommandKind.CANCEL);
        cluster.advance(1_500);
        cancelled.assertCompleted();
        again.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.CANCELLED);
        cluster.advance(2_000);
        assertThat(cluster.store.get(id).entries()).hasSize(2);
    }

    @Test
    void undoingElsewhereIsConfirmedWhenItHasBegunWhereTheInstanceRuns() {
        ClusterFixture undoable = new ClusterFixture("""
                do:
                  - first: {call: ask, with: {question: 1}}
                  - afterFirst:
                      try: [{second: {call: ask, with: {question: 2}}}]
                      catch:
                        do:
                          - undo: {call: ask, with: {question: 3}}
                          - fail: {raise: {error: {type: "${ $error.type }", status: "${ $error.status }"}}}
                """);
        NodeUnderTest owner = undoable.node("a");
        NodeUnderTest other = undoable.node("b");
        undoable.world = call -> undoable.answerAfter(5_000);
        String id = owner.start("{}");
        undoable.advance(6_000);
        UniAssertSubscriber<Void> asked = other.engine.command(id, OperatorCommandKind.COMPENSATE).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        asked.assertNotTerminated();
        undoable.advance(2_000);
        asked.assertCompleted();
        assertThat(undoable.store.get(id).row().status()).isEqualTo(InstanceStatus.RUNNING);
        undoable.advance(6_000);
        assertThat(undoable.store.get(id).row().status()).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(undoable.effects).extracting(Effect::node).containsExactly("a", "a", "a");
        assertThat(undoable.effects.get(2).key()).endsWith("/undo");
    }

    @Test
    void whatADeadNodeRanIsReachedWhenItsLeaseHasEnded() {
        cluster.world = call -> cluster.answerAfter(60_000);
        String id = a.start("{}");
        a.pause();
        UniAssertSubscriber<Void> cancelled = ask(b, id, OperatorCommandKind.CANCEL);
        cluster.advance(ClusterFixture.FAILOVER_MILLIS + 2_000);
        cancelled.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aCommandGoesWithAnInstanceThatAnotherNodeTakesOverMeanwhile() {
        cluster.world = call -> cluster.answerAfter(60_000);
        Moved[] seen = new Moved[1];
        NodeUnderTest c = cluster.node("c", 0, session -> seen[0] = new Moved(session));
        String id = a.start("{}");
        InstanceStore other = cluster.store.open();
        seen[0].beforeMessages = () -> {
            a.stop();
            assertThat(other.claim(b.engine.nodeId(), List.of(id)).await().indefinitely()).hasSize(1);
        };
        UniAssertSubscriber<Void> suspended = ask(c, id, OperatorCommandKind.SUSPEND);
        suspended.assertNotTerminated();
        cluster.advance(5_000);
        suspended.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
    }

    @Test
    void oneReadThatFailsDoesNotEndTheWaitForAnOutcome() {
        cluster.world = call -> cluster.answerAfter(1_000);
        Flaky[] seen = new Flaky[1];
        NodeUnderTest c = cluster.node("c", 0, session -> seen[0] = new Flaky(session));
        String id = a.start("{}");
        UniAssertSubscriber<Ended> outcome = c.outcome(id);
        seen[0].failures = 1;
        cluster.advance(10_000);
        assertThat(seen[0].failures).isZero();
        assertThat(outcome.assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void whoAsksForAnOutcomeIsToldThatTheStoreDoesNotAnswer() {
        Flaky[] seen = new Flaky[1];
        NodeUnderTest c = cluster.node("c", 0, session -> seen[0] = new Flaky(session));
        cluster.world = call -> cluster.answerAfter(1_000);
        String id = a.start("{}");
        seen[0].failures = 1;
        c.outcome(id).assertFailedWith(CairnException.class, "CAIRN-0445");
    }

    @Test
    void anInstanceThatEndsBeforeItHearsOfItIsToldOf() {
        cluster.world = call -> cluster.answerAfter(100);
        String id = a.start("{}");
        UniAssertSubscriber<Void> suspended = ask(b, id, OperatorCommandKind.SUSPEND);
        cluster.advance(2_000);
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
        suspended.assertFailedWith(CairnException.class, "it is completed");
    }

    @Test
    void whatIsParkedElsewhereRefusesToBeSuspendedAndGoesOnWhenItIsResumed() {
        Unreadable[] seen = new Unreadable[1];
        String id = parkedOn(seen);
        UniAssertSubscriber<Void> suspended = ask(b, id, OperatorCommandKind.SUSPEND);
        suspended.assertNotTerminated();
        cluster.advance(2_000);
        refusedBecauseItStandsStill(suspended);
        seen[0].unreadable = false;
        UniAssertSubscriber<Void> resumed = ask(b, id, OperatorCommandKind.RESUME);
        resumed.assertNotTerminated();
        assertThat(cluster.effects).hasSize(1);
        cluster.advance(2_000);
        resumed.assertCompleted();
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "a");
    }

    @Test
    void whatIsParkedElsewhereAgainIsNotTakenForResumed() {
        String id = parkedOn(new Unreadable[1]);
        UniAssertSubscriber<Void> resumed = ask(b, id, OperatorCommandKind.RESUME);
        cluster.advance(4_000);
        refusedBecauseItStandsStill(resumed);
        assertThat(cluster.effects).hasSize(1);
    }

    @Test
    void whatIsParkedElsewhereAndCannotBeUndoneIsNotTakenForEnded() {
        String id = parkedOn(new Unreadable[1]);
        UniAssertSubscriber<Void> undone = ask(b, id, OperatorCommandKind.COMPENSATE);
        cluster.advance(2_000);
        refusedBecauseItStandsStill(undone);
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void whatIsParkedElsewhereIsCancelled() {
        String id = parkedOn(new Unreadable[1]);
        UniAssertSubscriber<Void> cancelled = ask(b, id, OperatorCommandKind.CANCEL);
        cluster.advance(2_000);
        cancelled.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void resumingWhatRunsElsewhereCompletesWhenItsNodeHasHeard() {
        cluster.world = call -> cluster.answerAfter(60_000);
        String id = a.start("{}");
        UniAssertSubscriber<Void> resumed = ask(b, id, OperatorCommandKind.RESUME);
        resumed.assertNotTerminated();
        cluster.advance(2_000);
        resumed.assertCompleted();
        assertThat(cluster.effects).hasSize(1);
    }

    @Test
    void commandsThatAreNotDoneKeepNoOtherFromBeingHeard() {
        cluster.world = call -> cluster.answerAfter(60_000);
        // More than are read at once.
        List<String> stuck = IntStream.range(0, 150).mapToObj(i -> a.start("{}")).toList();
        a.pause();
        NodeUnderTest next = cluster.node("a", 0, Unanswered::new);
        String other = next.start("{}");
        List<UniAssertSubscriber<Void>> unheard = stuck.stream().map(id -> ask(b, id, OperatorCommandKind.SUSPEND)).toList();
        cluster.advance(2_000);
        UniAssertSubscriber<Void> heard = ask(b, other, OperatorCommandKind.SUSPEND);
        cluster.advance(4_000);
        unheard.forEach(UniAssertSubscriber::assertNotTerminated);
        heard.assertCompleted();
        assertThat(cluster.status(other)).isEqualTo(InstanceStatus.SUSPENDED);
    }

    @Test
    void aCommandThatIsDoneIsConfirmedBehindMoreThatAreNotThanAreReadAtOnce() {
        cluster.world = call -> cluster.answerAfter(60_000);
        List<String> stuck = IntStream.range(0, 150).mapToObj(i -> a.start("{}")).toList();
        a.pause();
        NodeUnderTest next = cluster.node("a", 0, Unanswered::new);
        String other = next.start("{}");
        stuck.forEach(id -> ask(b, id, OperatorCommandKind.SUSPEND));
        cluster.advance(2_000);
        UniAssertSubscriber<Void> resumed = ask(b, other, OperatorCommandKind.RESUME);
        cluster.advance(4_000);
        resumed.assertCompleted();
    }

    /** Not as an instance that has ended refuses: a parent that is cancelled would leave it as it is. */
    private static void refusedBecauseItStandsStill(UniAssertSubscriber<Void> asked) {
        Throwable failure = asked.assertFailedWith(CairnException.class, "CAIRN-0450").getFailure();
        assertThat(((CairnException) failure).reason()).isEqualTo(Reason.INSTANCE_SUSPENDED);
    }

    /** An instance that the next life of node a takes over and cannot read. */
    private String parkedOn(Unreadable[] seen) {
        cluster.world = call -> cluster.answerAfter(60_000);
        String id = a.start("{}");
        a.pause();
        NodeUnderTest next = cluster.node("a", 0, session -> seen[0] = new Unreadable(session));
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(next.id.id());
        return id;
    }

    /** Something happens just before it is asked for messages the first time. */
    private static final class Moved extends ForwardingStore {
        private Runnable beforeMessages;

        Moved(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            if (name.equals("messages") && beforeMessages != null) {
                Runnable then = beforeMessages;
                beforeMessages = null;
                then.run();
            }
            return forward.get();
        }
    }

    /** Fails to read some instances. */
    private static final class Flaky extends ForwardingStore {
        private int failures;

        Flaky(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            if (!name.equals("load") || failures == 0) {
                return forward.get();
            }
            failures--;
            return Uni.createFrom().failure(new StoreException("a connection broke", false, null));
        }
    }

    /** Never says what is to be taken up. */
    private static final class Unanswered extends ForwardingStore {
        Unanswered(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return name.equals("loadAll") ? Uni.createFrom().nothing() : forward.get();
        }
    }
}
