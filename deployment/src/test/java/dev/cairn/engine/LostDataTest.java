package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.executor.JournalEvent.Ended;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** The store does not know an instance any more that it had acknowledged. */
class LostDataTest {

    /** The fixture's retention. */
    private static final long RETENTION_MILLIS = 3_600_000;

    private final ClusterFixture cluster = new ClusterFixture("do: [{first: {call: ask}}, {second: {call: ask}}]");
    @RegisterExtension
    final EngineLog log = new EngineLog(Level.ALL);

    @Test
    void isAnErrorIfTheServerHasLostItsData() {
        NodeUnderTest a = cluster.node("a");
        cluster.world = call -> cluster.answerAfter(2_000);
        String id = a.start("{}");
        UniAssertSubscriber<Ended> outcome = a.outcome(id);
        cluster.store.clear();
        cluster.advance(3_000);
        outcome.assertFailedWith(CairnException.class, "CAIRN-0414");
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0429")).singleElement().asString().contains(id);
        assertThat(log.said()).noneMatch(line -> line.startsWith("CAIRN-0422"));
    }

    @Test
    void isAnErrorIfTheServerWasAwayMeanwhile() {
        NodeUnderTest a = cluster.node("a");
        cluster.world = call -> cluster.answerAfter(10_000);
        a.start("{}");
        a.pause();
        cluster.advance(20_000);
        cluster.store.clear();
        a.resume();
        cluster.advance(20_000);
        assertThat(log.said()).anyMatch(line -> line.startsWith("CAIRN-0429"));
    }

    @Test
    void isNoneIfAnotherNodeHasEndedItAndItsRetentionIsOver() {
        NodeUnderTest a = cluster.node("a");
        cluster.node("b");
        cluster.world = call -> cluster.answerAfter(cluster.effects.size() == 1 ? RETENTION_MILLIS + 60_000 : 1_000);
        a.start("{}");
        a.pause();
        cluster.advance(RETENTION_MILLIS + 30_000);
        assertThat(cluster.store.all()).isEmpty();
        a.resume();
        cluster.advance(60_000);
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0422")).singleElement().asString()
                .contains("the store refused its write");
        assertThat(log.said()).noneMatch(line -> line.startsWith("CAIRN-0429"));
    }

    @Test
    void isNoneIfAnotherNodeHasIt() {
        NodeUnderTest a = cluster.node("a");
        cluster.world = call -> cluster.answerAfter(1_000);
        String id = a.start("{}");
        cluster.store.takeOver(id, "b~1");
        cluster.advance(2_000);
        assertThat(cluster.store.get(id).row().status()).isEqualTo(InstanceStatus.RUNNING);
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0422")).singleElement().asString()
                .contains(id, "a newer epoch exists, so another node has taken it over");
        assertThat(log.said()).noneMatch(line -> line.startsWith("CAIRN-0429"));
    }
}
