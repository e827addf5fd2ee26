package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.management.live.ChangeFilter;
import dev.cairn.management.live.ChangeHub;
import dev.cairn.management.live.LocalChangeSender;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.Uni;

/** Viewers of one node see what becomes of instances of all nodes, and hear of what was lost on the way. */
class ClusterChangesTest {

    private static final String SETS = "do: [{a: {set: {n: 1}}}]";
    private static final long HEARD_MILLIS = 2_500;
    private static final long FORGOTTEN_MILLIS = 16_000;

    private final ClusterFixture cluster = new ClusterFixture(SETS);
    private final List<CountingStore> stores = new ArrayList<>();

    /** A node with all that shows and sends changes. */
    private final class Showing {
        final NodeUnderTest node;
        final CountingStore store;
        final ChangeHub hub;
        final LocalChangeSender reports;

        Showing(String name) {
            node = cluster.node(name, 0, session -> {
                stores.add(new CountingStore((MemoryStore.Session) session));
                return stores.get(stores.size() - 1);
            });
            store = stores.get(stores.size() - 1);
            LiveChangeSource changes = new LiveChangeSource(node.engine);
            hub = new ChangeHub(changes, 100);
            reports = new LocalChangeSender(changes, changes.notices().orElseThrow());
            reports.begin();
        }

        ViewerUnderTest viewer(boolean tasks) {
            ViewerUnderTest viewer = new ViewerUnderTest(node.threads.eventLoop()::run);
            assertThat(viewer.open(hub, ViewerUnderTest.all(tasks), null)).isTrue();
            cluster.advance(HEARD_MILLIS);
            return viewer;
        }

        int watchers() {
            return node.engine.events().lifecycle().changeListeners().count();
        }
    }

    private final Showing a = new Showing("a");
    private final Showing b = new Showing("b");

    @Test
    void aViewerSeesChangesOfOtherNodes() {
        ViewerUnderTest viewer = a.viewer(false);
        assertThat(viewer.words()).containsExactly("reset node-joined");
        String there = b.node.start("{}");
        cluster.advance(1_000);
        String here = a.node.start("{}");
        cluster.advance(1_000);
        assertThat(viewer.changes()).containsExactly(there + " started", there + " completed", here + " started",
                here + " completed");
        assertThat(viewer.words()).hasSize(1);
    }

    @Test
    void aNodeSendsNothingUnlessSomebodyWatchesAndNotAfterThat() {
        b.node.start(3);
        long readsUnwatched = readsInAMinute();
        assertThat(b.watchers()).isZero();
        assertThat(b.store.calls("tell")).isZero();

        ViewerUnderTest viewer = a.viewer(false);
        assertThat(b.watchers()).isEqualTo(1);
        viewer.viewer.closeLater();
        cluster.advance(10_000 + HEARD_MILLIS);
        assertThat(b.watchers()).isZero();
        long told = b.store.calls("tell");
        b.node.start(3);
        assertThat(readsInAMinute()).isBetween(readsUnwatched - 1, readsUnwatched + 1);
        assertThat(b.store.calls("tell")).isEqualTo(told);
        assertThat(cluster.store.messages()).isZero();
    }

    private long readsInAMinute() {
        long before = a.store.calls("told");
        cluster.advance(60_000);
        return a.store.calls("told") - before;
    }

    @Test
    void aNodeForgetsAViewerWhoseNodeHasDied() {
        a.viewer(false);
        a.node.pause();
        cluster.advance(FORGOTTEN_MILLIS);
        assertThat(b.watchers()).isZero();
    }

    @Test
    void aViewerStaysInTouchForAsLongAsItWatches() {
        ViewerUnderTest viewer = a.viewer(false);
        cluster.advance(5 * FORGOTTEN_MILLIS);
        String there = b.node.start("{}");
        cluster.advance(1_000);
        assertThat(viewer.changes()).containsExactly(there + " started", there + " completed");
        assertThat(viewer.words()).hasSize(1);
    }

    @Test
    void tasksOfOtherNodesAreWatchedForThoseWhoAsk() {
        ViewerUnderTest instances = a.viewer(false);
        assertThat(b.reports.wantsTasks("test:case")).isFalse();
        ViewerUnderTest tasks = new ViewerUnderTest(a.node.threads.eventLoop()::run);
        tasks.open(a.hub, new ChangeFilter("test:case", null, true, workflow -> true), null);
        cluster.advance(HEARD_MILLIS);
        assertThat(b.reports.wantsTasks("test:case")).isTrue();
        assertThat(b.reports.wantsTasks("test:other")).isFalse();
        String there = b.node.start("{}");
        cluster.advance(1_000);

        assertThat(tasks.changes()).contains(there + " /do/0/a completed");
        assertThat(tasks.words()).containsExactly("reset node-joined");
        assertThat(instances.changes()).containsExactly(there + " started", there + " completed");
    }

    @Test
    void manyChangesComeInOrder() {
        ViewerUnderTest viewer = a.viewer(false);
        List<String> expected = b.node.start(1_500).stream().flatMap(id -> List.of(id + " started", id + " completed").stream())
                .toList();
        cluster.advance(2_000);
        assertThat(viewer.changes()).isEqualTo(expected);
    }

    @Test
    void moreChangesThanCanWaitAreLeftOutWithAWord() {
        ViewerUnderTest viewer = a.viewer(false);
        b.store.session.hold();
        IntStream.range(0, 3_000).forEach(i -> b.node.tryStart("{}"));
        b.store.session.release();
        cluster.advance(3_000);
        assertThat(viewer.words()).containsExactly("reset node-joined", "reset node-missed");
        assertThat(viewer.changes()).hasSizeBetween(1, 5_999);
    }

    @Test
    void aParcelThatIsLostIsNoticed() {
        ViewerUnderTest viewer = a.viewer(false);
        b.store.broken = "tell";
        b.node.start("{}");
        cluster.advance(2_000);
        b.store.broken = "";
        String there = b.node.start("{}");
        cluster.advance(2_000);
        assertThat(viewer.words()).containsExactly("reset node-joined", "reset node-missed");
        assertThat(viewer.changes()).containsExactly(there + " started", there + " completed");
    }

    @Test
    void aParcelThatCannotBeRemovedIsShownOnce() {
        ViewerUnderTest viewer = a.viewer(false);
        a.store.broken = "heard";
        String there = b.node.start("{}");
        cluster.advance(1_000);
        a.store.broken = "";
        cluster.advance(1_000);
        assertThat(viewer.changes()).containsExactly(there + " started", there + " completed");
        assertThat(viewer.words()).containsExactly("reset node-joined");
    }

    @Test
    void whatWasMissedWhileANodeSleptIsNoticed() {
        ViewerUnderTest viewer = a.viewer(false);
        a.node.pause();
        cluster.advance(2 * FORGOTTEN_MILLIS);
        b.node.start("{}");
        a.node.resume();
        cluster.advance(2 * HEARD_MILLIS + 5_000);
        String there = b.node.start("{}");
        cluster.advance(1_000);
        assertThat(viewer.changes()).containsExactly(there + " started", there + " completed");
        assertThat(viewer.words()).containsExactly("reset node-joined", "reset node-joined");
    }

    @Test
    void theDeathOfANodeIsNoticed() {
        ViewerUnderTest viewer = a.viewer(false);
        b.node.pause();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS + 5_000);
        assertThat(viewer.words()).containsExactly("reset node-joined", "reset node-left");
        Showing c = new Showing("c");
        cluster.advance(5_000 + HEARD_MILLIS);
        String there = c.node.start("{}");
        cluster.advance(1_000);
        assertThat(viewer.changes()).containsExactly(there + " started", there + " completed");
        assertThat(viewer.words()).containsExactly("reset node-joined", "reset node-left", "reset node-joined");
    }

    @Test
    void nodesOfEarlierVersionsAreNotAsked() {
        cluster.hears = false;
        String old = cluster.node("old").engine.nodeId();
        a.viewer(false);
        assertThat(b.watchers()).isEqualTo(1);
        assertThat(a.store.nodeMessages().orElseThrow().told(old, 10).await().indefinitely()).isEmpty();
    }

    @Test
    void theIdOfANodeSaysWhetherItTakesNotices() {
        String old = "old~1~h";
        assertThat(Node.hears(old)).isTrue();
        assertThat(Node.takesNotices(old)).isFalse();
        assertThat(Node.hears(a.node.engine.nodeId())).isTrue();
        assertThat(Node.takesNotices(a.node.engine.nodeId())).isTrue();
    }

    /** A store that counts its calls, some of which fail. */
    private static final class CountingStore extends ForwardingStore {

        final MemoryStore.Session session;
        private final List<String> calls = new ArrayList<>();
        private String broken = "";

        CountingStore(MemoryStore.Session session) {
            super(session);
            this.session = session;
        }

        long calls(String name) {
            return calls.stream().filter(name::equals).count();
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            calls.add(name);
            return name.equals(broken) ? Uni.createFrom().failure(new StoreException("planted", false, null)) : forward.get();
        }
    }
}
