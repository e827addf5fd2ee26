package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** A start whose answer is on its way while its node sleeps, and another one takes the instance over. */
class LetGoTest {

    private final ClusterFixture cluster = new ClusterFixture("do: [{only: {call: ask, with: {question: 1}}}]");
    private final MemoryStore.Session[] session = new MemoryStore.Session[1];
    private final NodeUnderTest a = cluster.node("a", 0, store -> session[0] = (MemoryStore.Session) store);
    private final NodeUnderTest b = cluster.node("b");

    @Test
    void isAcknowledgedByWhoeverStartedIt() {
        cluster.world = call -> cluster.answerAfter(30_000);
        session[0].hold();
        UniAssertSubscriber<DurableStartResult> start = a.tryStart("{}");
        a.pause();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        String id = cluster.store.all().get(0).row().id();
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(b.engine.nodeId());
        a.resume();
        cluster.advance(2_000);
        session[0].release();
        cluster.advance(2_000);
        assertThat(start.assertCompleted().getItem()).extracting(DurableStartResult::instanceId, DurableStartResult::created)
                .isEqualTo(List.of(id, true));
        cluster.advance(30_000);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("b");
        assertThat(cluster.store.get(id).row().status()).isEqualTo(InstanceStatus.COMPLETED);
    }
}
