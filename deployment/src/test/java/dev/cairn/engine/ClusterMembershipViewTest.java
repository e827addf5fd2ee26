package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeLease;

/** A node knows the others that live, as they were at its last heartbeat. */
class ClusterMembershipViewTest {

    private final ClusterFixture cluster = new ClusterFixture("do: [{first: {set: {a: 1}}}]");

    private ClusterMembershipView nodes(NodeUnderTest node) {
        return new ClusterMembershipView(node.engine, cluster.store.open());
    }

    @Test
    void itSeesTheOthersComeAndGo() {
        NodeUnderTest a = cluster.node("a");
        assertThat(nodes(a).others()).isEmpty();
        assertThat(nodes(a).self()).isEqualTo(a.id);
        assertThat(nodes(a).store().shared()).isTrue();

        NodeUnderTest b = cluster.node("b");
        cluster.advance(5_000);
        assertThat(nodes(a).others()).singleElement().satisfies(lease -> {
            assertThat(Node.nameOf(lease.nodeId())).isEqualTo("b");
            assertThat(Node.lifeOf(lease.nodeId())).isEqualTo(b.id.life());
        });
        assertThat(nodes(b).others()).extracting(NodeLease::nodeId).containsExactly(a.id.id());

        b.pause();
        cluster.advance(1_000);
        long leftMillis = nodes(a).others().get(0).remainingMillis();
        assertThat(leftMillis).isPositive();
        a.pause();
        cluster.advance(2_000);
        assertThat(nodes(a).others().get(0).remainingMillis()).isEqualTo(leftMillis - 2_000);
        a.resume();
        cluster.advance(120_000);
        assertThat(nodes(a).others()).isEmpty();
    }

    @Test
    void anIdWithoutALifeHasNone() {
        assertThat(Node.lifeOf("old")).isEmpty();
        assertThat(Node.lifeOf(new Node("n", "17", true).id())).isEqualTo("17");
    }
}
