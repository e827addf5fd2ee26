package dev.cairn.engine;

import static dev.cairn.engine.ClusterFixture.FAILOVER_MILLIS;
import static dev.cairn.engine.IncompatibleInstanceHandOverTest.HEARTBEAT_MILLIS;
import static dev.cairn.engine.IncompatibleInstanceHandOverTest.MANY;
import static dev.cairn.engine.IncompatibleInstanceHandOverTest.NEW;
import static dev.cairn.engine.IncompatibleInstanceHandOverTest.OLD;
import static dev.cairn.engine.IncompatibleInstanceHandOverTest.WAIT_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** An instance comes from a node that cannot run it to another one, for all orders of messages and acts. */
class HandOverMessageTest {

    /** Each looks for due timers just before it hears what it was told. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void whatIsClaimedBeforeItIsHeardOfDoesNotGoInCircles(boolean newOneLives) {
        ClusterFixture fresh = new ClusterFixture(OLD);
        int[] posts = { 0 };
        for (String name : new String[] { "a", "b", "f" }) {
            boolean[] begun = { false };
            fresh.node(name, 0, session -> new ForwardingStore(session) {
                @Override
                public Uni<Long> heartbeat(Node node, long aliveForMillis) {
                    // Timers are looked for from the first answer on, and with each heartbeat what was told is heard.
                    boolean first = !begun[0];
                    begun[0] = true;
                    return super.heartbeat(node, aliveForMillis)
                            .chain(now -> after(fresh, first ? 950 : 0, () -> Uni.createFrom().item(now)));
                }

                @Override
                public Uni<Void> post(InstanceMessage message) {
                    posts[0]++;
                    return super.post(message);
                }
            });
            fresh.advance(300);
        }
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c");
        fresh.advance(2_000);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ids.add(c.start("{}"));
            fresh.advance(5);
        }
        fresh.advance(2_000);
        if (!newOneLives) {
            c.stop();
        }
        fresh.advance(WAIT_MILLIS + 8 * HEARTBEAT_MILLIS);
        assertThat(posts[0]).isPositive().isLessThanOrEqualTo(3 * ids.size());
        assertThat(fresh.store.messages()).isZero();
        assertThat(ids).allSatisfy(id -> assertThat(fresh.store.get(id).row().phase())
                .isEqualTo(newOneLives ? InstanceStatus.COMPLETED : InstanceStatus.SUSPENDED));
    }

    /** It gets them, is taken for dead before it heard of them, and is back before the giver has seen that. */
    @Test
    void aLeaseThatLapsesForAMomentParksNothing() {
        ClusterFixture fresh = new ClusterFixture(OLD);
        boolean[] begun = { false };
        fresh.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Long> heartbeat(Node node, long aliveForMillis) {
                // Its heartbeats are sent at whole seconds, and timers are looked for half a second after them.
                boolean first = !begun[0];
                begun[0] = true;
                return super.heartbeat(node, aliveForMillis)
                        .chain(now -> after(fresh, first ? 500 : 0, () -> Uni.createFrom().item(now)));
            }
        });
        fresh.advance(450);
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c");
        fresh.advance(50);
        List<String> ids = c.start(MANY);
        fresh.advance(53_000);
        c.pause();
        fresh.advance(7_200);
        c.resume();
        fresh.advance(10_000);
        assertThat(ids).allSatisfy(id -> assertThat(fresh.status(id))
                .isEqualTo(InstanceStatus.COMPLETED));
    }

    /** More than are heard at once. */
    @Test
    void whatADeadNodeWasToldHoldsUpNothing() {
        ClusterFixture fresh = new ClusterFixture(OLD);
        NodeUnderTest old = fresh.node("a");
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c");
        List<String> ids = c.start(200);
        fresh.advance(HEARTBEAT_MILLIS);
        ids.forEach(id -> c.engine.command(id, OperatorCommandKind.SUSPEND).subscribe().with(nothing -> {}));
        fresh.advance(6_500);
        ids.forEach(id -> old.engine.command(id, OperatorCommandKind.RESUME).subscribe().with(nothing -> {}, failure -> {}));
        fresh.advance(60);
        assertThat(fresh.store.messages()).isGreaterThanOrEqualTo(ids.size());
        c.pause();
        NodeUnderTest d = fresh.node("d");
        String other = d.start("{}");
        fresh.advance(2 * FAILOVER_MILLIS);
        UniAssertSubscriber<Void> asked = old.engine.command(other, OperatorCommandKind.SUSPEND).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fresh.advance(6_000);
        asked.assertCompleted();
        fresh.advance(WAIT_MILLIS + FAILOVER_MILLIS);
        assertThat(fresh.store.messages()).isZero();
        assertThat(ids).allSatisfy(id -> assertThat(fresh.row(id).owner())
                .isNotEqualTo(c.id.id()));
    }

    /** A claim from before is under way when the message comes, and is refused. */
    @ParameterizedTest
    @ValueSource(longs = { 500, 1_500, 2_500, 3_500, 4_000, 4_500 })
    void aClaimThatWasRefusedBeforeItWasHandedOverDoesNotTakeItUp(long claimMillis) {
        ClusterFixture fresh = new ClusterFixture(OLD);
        fresh.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Void> post(InstanceMessage message) {
                return after(fresh, 3_000, () -> super.post(message));
            }
        });
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
                return super.claim(nodeId, instanceIds).chain(claims -> after(fresh, claimMillis,
                        () -> Uni.createFrom().item(claims)));
            }
        });
        fresh.world = call -> fresh.answerAfter(20_000);
        List<String> ids = c.start(MANY);
        c.pause();
        fresh.advance(11_500);
        c.resume();
        fresh.advance(200_000);
        assertThat(ids).allSatisfy(id -> assertThat(fresh.status(id))
                .isEqualTo(InstanceStatus.COMPLETED));
    }

    /**
     * The node that hands the instance over receives its own message. It is no longer the owner when it handles the message.
     */
    @Test
    void whoHandsItOverLeavesTheMessageToTheOther() {
        for (int phase = 0; phase < 1_000; phase += 50) {
            ClusterFixture fresh = new ClusterFixture(OLD);
            fresh.node("a", 0, session -> new ForwardingStore(session) {
                @Override
                public Uni<Void> post(InstanceMessage message) {
                    return super.post(message).chain(nothing -> after(fresh, 600, () -> Uni.createFrom().voidItem()));
                }

                @Override
                public Uni<Optional<InstanceRow>> row(String id) {
                    return super.row(id).chain(row -> after(fresh, 300, () -> Uni.createFrom().item(row)));
                }
            });
            fresh.nextNodesHave(NEW, OLD);
            fresh.advance(phase);
            fresh.world = call -> fresh.answerAfter(20_000);
            NodeUnderTest d = fresh.node("d");
            List<String> ids = d.start(MANY);
            d.pause();
            fresh.advance(300);
            fresh.node("c");
            fresh.advance(200_000);
            assertThat(ids)
                    .allSatisfy(id -> assertThat(fresh.status(id))
                            .isEqualTo(InstanceStatus.COMPLETED));
            assertThat(fresh.store.messages()).isZero();
        }
    }

    /** Longer than between two looks for due timers. */
    @Test
    void aStoreThatTakesItsTimeHasThemHandedOver() {
        ClusterFixture slow = new ClusterFixture(OLD);
        slow.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Void> post(InstanceMessage message) {
                return after(slow, 2_500, () -> super.post(message));
            }
        });
        slow.nextNodesHave(NEW, OLD);
        NodeUnderTest c = slow.node("c");
        List<String> ids = c.start(MANY);
        slow.advance(WAIT_MILLIS + 2 * 2_500 + 2 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(slow.status(id))
                .isEqualTo(InstanceStatus.COMPLETED));
    }

    /** A failure does not count as a node that cannot run it. */
    @Test
    void aStoreThatFailsHasThemHandedOverLater() {
        ClusterFixture failing = new ClusterFixture(OLD);
        int[] posts = { 0 };
        failing.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Void> post(InstanceMessage message) {
                posts[0]++;
                return failing.time.millis() < ClusterFixture.NOON + WAIT_MILLIS + 5_000
                        ? Uni.createFrom().failure(new StoreException("down", false, null))
                        : super.post(message);
            }
        });
        failing.nextNodesHave(NEW, OLD);
        NodeUnderTest c = failing.node("c");
        List<String> ids = c.start(MANY);
        failing.advance(WAIT_MILLIS + 20_000);
        assertThat(posts[0]).isPositive().isLessThan(20 * MANY);
        assertThat(ids).allSatisfy(id -> assertThat(failing.status(id))
                .isEqualTo(InstanceStatus.COMPLETED));
    }

    private static <T> Uni<T> after(ClusterFixture cluster, long millis, Supplier<Uni<T>> call) {
        return millis == 0 ? call.get()
                : Uni.createFrom().<Void>emitter(emitter -> cluster.time.after(millis, () -> emitter.complete(null)))
                        .chain(call::get);
    }
}
