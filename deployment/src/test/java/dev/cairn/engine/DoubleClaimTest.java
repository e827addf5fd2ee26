package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.instance.InstanceWriter;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.JournalEvent.Ended;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** An instance that one node claims in two ways at once: as an orphan, and for a command. */
class DoubleClaimTest {

    private final ClusterFixture cluster = new ClusterFixture("""
            do:
              - only: {call: ask, with: {question: 1}}
            """);
    private final NodeUnderTest a = cluster.node("a");
    private final SlowAnswers[] slow = new SlowAnswers[1];
    private final NodeUnderTest b = cluster.node("b", 0, session -> slow[0] = new SlowAnswers(session));

    @Test
    void isLoadedOnceIfTheSearchForOrphansIsAnsweredFirst() {
        String id = claimedTwice();
        slow[0].answer("claimOrphans");
        cluster.run();
        slow[0].answer("claim");
        runsOnce(id);
    }

    @Test
    void isLoadedOnceIfTheSearchForOrphansIsAnsweredLast() {
        String id = claimedTwice();
        slow[0].answer("claim");
        cluster.run();
        slow[0].answer("claimOrphans");
        runsOnce(id);
    }

    /** Node a dies in the midst of a call, and the store has done both claims of node b, but not answered. */
    private String claimedTwice() {
        cluster.world = call -> cluster.answerAfter(500);
        String id = a.start("{}");
        a.pause();
        slow[0].slow = true;
        while (cluster.store.get(id).epoch() == InstanceWriter.FIRST_EPOCH) {
            slow[0].answer("claimOrphans");
            cluster.advance(100);
        }
        b.engine.command(id, OperatorCommandKind.RESUME).subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        assertThat(slow[0].unanswered("claim")).isEqualTo(1);
        assertThat(cluster.store.get(id).epoch()).isEqualTo(InstanceWriter.FIRST_EPOCH + 2);
        assertThat(cluster.effects).hasSize(1);
        slow[0].slow = false;
        return id;
    }

    private void runsOnce(String id) {
        UniAssertSubscriber<Ended> outcome = b.outcome(id);
        cluster.advance(3_000);
        outcome.assertCompleted();
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "b");
    }

    /** The reply to a claim was lost, the claim was repeated, and the server executes the first one after the second. */
    @Test
    void goesOnIfItsNodeClaimsItOnceMoreMeanwhile() {
        cluster.world = call -> cluster.answerAfter(500);
        String id = a.start("{}");
        cluster.advance(100);
        claimAgain(id);
        UniAssertSubscriber<Ended> outcome = a.outcome(id);
        cluster.advance(3_000);
        outcome.assertCompleted();
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a");
    }

    private void claimAgain(String id) {
        String owner = cluster.store.get(id).row().owner();
        assertThat(cluster.store.open().claim(owner, List.of(id)).await().indefinitely()).hasSize(1);
    }

    /** The call of the instance belongs to a life that has lost the instance, so the store would refuse the answer. */
    @Test
    void isLoadedAlthoughItIsInMemoryFromTheTimeBeforeAnotherNodeHadIt() {
        cluster.world = call -> Uni.createFrom().nothing();
        String id = a.start("{}");
        a.pause();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "b");
        b.pause();
        cluster.time.advance(ClusterFixture.FAILOVER_MILLIS);
        cluster.world = call -> cluster.answerAfter(100);
        a.resume();
        UniAssertSubscriber<Ended> outcome = a.outcome(id);
        cluster.advance(6_000);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "b", "a");
        outcome.assertCompleted();
    }
}
