package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;

/** A limit of instances under way holds over all nodes that share a store. */
class ConcurrencyClusterTest {

    private static final String LIMITED = document("1.0.0", ", metadata: {cairn: {concurrency: 2}}");

    private final ClusterFixture cluster = new ClusterFixture(LIMITED);
    /** The calls under way by instance; one of a node that died stays until its instance calls again. */
    private final Map<String, UniEmitter<? super JsonNode>> underWay = new LinkedHashMap<>();
    private final List<String> begun = new ArrayList<>();

    ConcurrencyClusterTest() {
        cluster.world = call -> Uni.createFrom().emitter(emitter -> {
            begun.add(call.instanceId());
            underWay.put(call.instanceId(), emitter);
        });
    }

    private static String document(String version, String more) {
        return "document: {dsl: 1.0.3, namespace: test, name: case, version: " + version + more + "}\n"
                + "do: [{only: {call: ping}}]\n";
    }

    private void end(String id) {
        underWay.remove(id).complete(JsonCodec.read("1"));
        cluster.run();
    }

    private String start(NodeUnderTest node) {
        String id = node.start("{}");
        cluster.time.advance(1);
        cluster.run();
        return id;
    }

    @Test
    void theLimitIsThatOfAllNodesAndTheOldestBeginsFirst() {
        NodeUnderTest one = cluster.node("one");
        NodeUnderTest other = cluster.node("other");
        List<String> ids = Stream.of(one, other, one, other, one, other, one).map(this::start).toList();
        for (int ended = 0; ended < ids.size(); ended++) {
            assertThat(underWay).containsOnlyKeys(ids.subList(ended, Math.min(ids.size(), ended + 2)));
            cluster.advance(3_000);
            assertThat(underWay).containsOnlyKeys(ids.subList(ended, Math.min(ids.size(), ended + 2)));
            end(ids.get(ended));
        }
        assertThat(begun).isEqualTo(ids);
    }

    @Test
    void whatWaitsBeginsWhereverThereIsANode() {
        NodeUnderTest one = cluster.node("one");
        NodeUnderTest other = cluster.node("other");
        List<String> ids = Stream.of(one, one, one, one).map(this::start).toList();
        one.pause();
        cluster.advance(30_000);
        // The instances under way were taken over, and are still under way.
        assertThat(begun.subList(2, begun.size())).containsExactlyInAnyOrder(ids.get(0), ids.get(1));
        end(ids.get(0));
        end(ids.get(1));
        assertThat(underWay).containsOnlyKeys(ids.get(2), ids.get(3));
        end(ids.get(2));
        end(ids.get(3));
        assertThat(other.outcome(ids.get(3)).assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void whoDiesRightAfterAnEndLeavesItsTurnToOthers() {
        NodeUnderTest one = cluster.node("one");
        cluster.node("other");
        List<String> ids = Stream.of(one, one, one).map(this::start).toList();
        UniEmitter<? super JsonNode> call = underWay.remove(ids.get(0));
        call.complete(JsonCodec.read("1"));
        while (cluster.status(ids.get(0)) != InstanceStatus.COMPLETED) {
            one.threads.runNext();
        }
        one.pause();
        assertThat(begun).doesNotContain(ids.get(2));
        cluster.advance(30_000);
        assertThat(begun).contains(ids.get(2));
    }

    @Test
    void whatANodeLeavesThatHadALimitBeginsWhereThereIsNone() {
        NodeUnderTest limited = cluster.node("one");
        cluster.nextNodesHave(document("1.0.0", ""));
        cluster.node("other");
        List<String> ids = Stream.of(limited, limited, limited, limited).map(this::start).toList();
        cluster.advance(30_000);
        assertThat(begun).containsExactly(ids.get(0), ids.get(1));
        limited.pause();
        cluster.advance(40_000);
        assertThat(begun).contains(ids.get(2), ids.get(3));
    }

    @Test
    void aWaitingOneCanBeCancelledFromAnyNode() {
        NodeUnderTest one = cluster.node("one");
        NodeUnderTest other = cluster.node("other");
        List<String> ids = Stream.of(one, one, one, one).map(this::start).toList();
        var cancelled = other.engine.command(ids.get(2), OperatorCommandKind.CANCEL).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        cancelled.assertCompleted();
        end(ids.get(0));
        assertThat(underWay).containsOnlyKeys(ids.get(1), ids.get(3));
    }
}
