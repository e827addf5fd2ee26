package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import io.smallrye.mutiny.Uni;

/** Two applications run at the same time with one node name. The store counts the earlier one as dead. */
class SupersededLifeTest {

    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: 1}}
              - second: {call: ask, with: {question: 2}}
            """;
    /** Longer than it takes until a heartbeat is refused. */
    private static final long HEARTBEAT_MILLIS = 1_100;

    private final ClusterFixture cluster = new ClusterFixture(TWO_CALLS);

    @Test
    void theEarlierOneStartsNothing() {
        cluster.world = call -> cluster.answerAfter(1_500);
        NodeUnderTest earlier = cluster.node("a");
        NodeUnderTest later = cluster.node("a");
        cluster.advance(HEARTBEAT_MILLIS);

        assertThat(earlier.engine.context().lease().held()).isFalse();
        assertThat(earlier.engine.trouble()).contains("heartbeats");
        earlier.tryStart("{}").assertFailedWith(CairnException.class, "CAIRN-0411");
        for (int i = 0; i < 20; i++) {
            later.start("{}");
            earlier.tryStart("{}").assertFailedWith(CairnException.class);
            cluster.advance(3_000);
        }
        assertThat(cluster.effects).extracting(Effect::key).hasSize(40).doesNotHaveDuplicates();
        assertThat(later.engine.trouble()).isEmpty();
    }

    @Test
    void theEarlierOneLetsGoOfWhatItRuns() {
        AtomicBoolean cancelled = new AtomicBoolean();
        cluster.world = call -> Uni.createFrom().<JsonNode>nothing().onCancellation().invoke(() -> cancelled.set(true));
        NodeUnderTest earlier = cluster.node("a");
        String id = earlier.start("{}");
        cluster.world = call -> cluster.answerAfter(0);
        NodeUnderTest later = cluster.node("a");
        cluster.advance(HEARTBEAT_MILLIS);

        assertThat(later.outcome(id).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(cluster.effects).extracting(Effect::key).isEqualTo(
                List.of(id + ":/do/0/first", id + ":/do/0/first", id + ":/do/1/second"));
        assertThat(cancelled).isTrue();
    }

    @Test
    void theEarlierOneMayLeave() {
        NodeUnderTest earlier = cluster.node("a");
        NodeUnderTest later = cluster.node("a");
        cluster.advance(HEARTBEAT_MILLIS);
        earlier.stop();

        String id = later.start("{}");
        cluster.advance(HEARTBEAT_MILLIS);
        assertThat(later.outcome(id).assertCompleted().getItem()).isNotNull();
    }
}
