package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.node.RendezvousNodeOrder;
import dev.cairn.spi.Node;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.time.RandomSource;

class RendezvousNodeOrderTest {

    private static final int INSTANCES = 3_000;

    private final ManualTime time = new ManualTime(1_700_000_000_000L);
    private final MemoryStore store = MemoryStore.shared(time);
    private final InstanceIdGenerator ids = new InstanceIdGenerator(time, RandomSource.system());
    private final List<Node> nodes = List.of(new Node("shop-1", "1a"), new Node("shop-2", "1a"), new Node("shop-3", "1b"));

    private RendezvousNodeOrder peers(Node node) {
        return new RendezvousNodeOrder(store.open().nodeMessages().orElseThrow(), node.id(), time);
    }

    private void beat(Node node) {
        store.open().heartbeat(node, 10_000).await().indefinitely();
    }

    @Test
    void aNodeThatIsAloneIsTheFirst() {
        RendezvousNodeOrder alone = new RendezvousNodeOrder(null, "a", time);
        alone.look();
        assertThat(alone.before(ids.next())).isZero();

        beat(nodes.get(0));
        RendezvousNodeOrder withStore = peers(nodes.get(0));
        assertThat(withStore.before(ids.next())).isZero();
        withStore.look();
        assertThat(withStore.before(ids.next())).isZero();
    }

    @Test
    void eachInstanceHasAnOrderOfItsOwnAndTheNodesAgreeOnIt() {
        nodes.forEach(this::beat);
        List<RendezvousNodeOrder> all = nodes.stream().map(this::peers).toList();
        all.forEach(RendezvousNodeOrder::look);
        Map<List<Integer>, Integer> orders = new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
        for (int i = 0; i < INSTANCES; i++) {
            String id = ids.next();
            orders.merge(all.stream().map(peers -> peers.before(id)).toList(), 1, Integer::sum);
        }
        List<List<Integer>> permutations = new ArrayList<>(orders.keySet());
        assertThat(permutations).hasSize(6).allSatisfy(order -> assertThat(order).containsExactlyInAnyOrder(0, 1, 2));
        assertThat(orders.values()).allSatisfy(count -> assertThat(count).isBetween(INSTANCES / 9, INSTANCES / 4));
    }

    /** An instance that is started meanwhile may be taken over by any node. */
    @Test
    void aNodeThatDoesNotKnowTheOthersWritesWhatAllCanRead() {
        assertThat(new RendezvousNodeOrder(null, "a", time).allReadNotes()).as("alone").isTrue();
        beat(new Node("shop-1", "1a", true));
        RendezvousNodeOrder second = peers(new Node("shop-2", "1a", true));
        assertThat(second.allReadNotes()).as("before the store was asked").isFalse();
        second.look();
        assertThat(second.allReadNotes()).isTrue();
        beat(new Node("earlier", "1"));
        second.look();
        assertThat(second.allReadNotes()).isFalse();
    }

    @Test
    void oneThatDiedIsNotWaitedFor() {
        nodes.forEach(this::beat);
        RendezvousNodeOrder last = peers(nodes.get(2));
        last.look();
        String id = ids.next();
        while (last.before(id) < 2) {
            id = ids.next();
        }
        time.advance(20_000);
        beat(nodes.get(2));
        last.look();
        assertThat(last.before(id)).isZero();
    }
}
