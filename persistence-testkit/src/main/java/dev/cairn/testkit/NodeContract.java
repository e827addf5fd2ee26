package dev.cairn.testkit;

import static dev.cairn.spi.CommitResult.FENCED;
import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.CREATED_AT_MILLIS;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.OTHER_NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.Claim;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.SupersededNodeException;
import io.smallrye.mutiny.Uni;

/** Rules of the lives of nodes: {@link dev.cairn.spi.InstanceStore#heartbeat} and its consequences. */
public interface NodeContract extends StoreUnderTest {

    private void assumeShared() {
        assumeKeepsState();
        assumeTrue(store().capabilities().shared(), "Only a shared store has several nodes");
    }

    /** Waits until it is later than a time by the clock of the store; {@link SampleInstances#A} is alive for a moment meanwhile. */
    private void awaitTime(long millis) {
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (await(store().heartbeat(A, 1)) <= millis) {
            assertThat(System.nanoTime()).isLessThan(lastNanos);
            Thread.onSpinWait();
        }
    }

    /** It may be the server that was silent: then those may live that it has not heard of either. */
    @Test
    default void whoWasNotHeardOfForLongTakesNothingOver() {
        assumeKeepsState();
        assumeTrue(store().capabilities().shared(), "Only a shared store has several nodes");
        await(store().heartbeat(A, LONG_MILLIS));
        write(create(running("a"), "1"));
        write(create(inPhase("free", InstanceStatus.PENDING, null), "1"));
        await(store().heartbeat(A, 0));
        // No other heartbeat of it must come: two thirds of its lease are over, the rest of it not, unless this takes very long.
        long heardMillis = await(store().heartbeat(B, 600));
        awaitTime(heardMillis + 400);
        await(store().heartbeat(A, 0));
        for (Uni<List<Claim>> tooLate : List.of(store().claim(OTHER_NODE, List.of("a", "free")),
                store().claimOrphans(OTHER_NODE, 10))) {
            assertThatThrownBy(() -> await(tooLate)).isInstanceOfSatisfying(StoreException.class,
                    failure -> assertThat(failure.permanent()).isFalse());
        }
        assertThat(load("a").epoch()).isEqualTo(1);
        assertThat(load("free").epoch()).isEqualTo(1);

        await(store().heartbeat(A, 0));
        await(store().heartbeat(B, LONG_MILLIS));
        assertThat(await(store().claim(OTHER_NODE, List.of("a")))).hasSize(1);
        assertThat(await(store().claimOrphans(OTHER_NODE, 10))).hasSize(1);
    }

    @Test
    default void aNewLifeEndsTheEarlierOnesOfItsNode() {
        assumeKeepsState();
        assumeTrue(store().capabilities().shared(), "Only a shared store has nodes with several lives");
        Node later = new Node(A.name(), "2");
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(B, LONG_MILLIS));
        write(create(running("a"), "1"));
        write(create(inPhase("b", InstanceStatus.RUNNING, OTHER_NODE), "1"));

        await(store().heartbeat(later, LONG_MILLIS));

        List<Claim> claims = await(store().claimOrphans(later.id(), 10));
        assertThat(claims).extracting(claim -> claim.row().id()).containsExactly("a");
        assertThat(claims.get(0).row().owner()).isEqualTo(later.id());
        assertThat(commit(next(running("a"), 1, 1, "late"))).containsExactly(FENCED);
        assertThat(await(store().claimOrphans(later.id(), 10))).isEmpty();
    }

    /** Two applications that run with one name: the earlier one must not go on as if it were alive. */
    @Test
    default void aLifeThatALaterOneEndedIsToldSo() {
        assumeKeepsState();
        assumeTrue(store().capabilities().shared(), "Only a shared store has nodes with several lives");
        Node later = new Node(A.name(), "2");
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(later, LONG_MILLIS));
        write(create(running("a"), "1"));
        write(create(inPhase("b", InstanceStatus.RUNNING, later.id()), "1"));

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> await(store().heartbeat(A, LONG_MILLIS))).isInstanceOf(SupersededNodeException.class);
            reopen();
        }
        await(store().heartbeat(A, 0));
        assertThatThrownBy(() -> await(store().heartbeat(A, LONG_MILLIS))).isInstanceOf(SupersededNodeException.class);
        await(store().heartbeat(later, LONG_MILLIS));
        assertThat(await(store().claim(OTHER_NODE, List.of("a", "b")))).extracting(claim -> claim.row().id())
                .containsExactly("a");
    }

    @Test
    default void aNodeThatIsSilentForTooLongIsGone() {
        assumeKeepsState();
        assumeTrue(store().capabilities().shared(), "Only a shared store has several nodes");
        await(store().heartbeat(A, 50));
        write(create(running("a"), "1"));

        long lastMillis = System.currentTimeMillis() + PATIENCE.toMillis();
        List<Claim> claims = List.of();
        while (claims.isEmpty() && System.currentTimeMillis() < lastMillis) {
            claims = await(store().claimOrphans(OTHER_NODE, 10));
        }

        assertThat(claims).extracting(claim -> claim.row().id()).containsExactly("a");
    }

    @Test
    default void theStoreTellsTheTime() {
        long before = await(store().heartbeat(A, LONG_MILLIS));
        long after = await(store().heartbeat(A, LONG_MILLIS));

        assertThat(after).isBetween(before, before + PATIENCE.toMillis());
        assertThat(before).isGreaterThan(CREATED_AT_MILLIS);
    }

    @Test
    default void aHeartbeatProlongsTheLease() {
        assumeShared();
        await(store().heartbeat(B, 50));
        long prolongedMillis = await(store().heartbeat(B, LONG_MILLIS));
        write(create(inPhase("b", InstanceStatus.RUNNING, OTHER_NODE), "1"));
        awaitTime(prolongedMillis + 100);

        await(store().heartbeat(A, LONG_MILLIS));
        assertThat(await(store().claim(NODE, List.of("b")))).isEmpty();
        assertThat(await(store().claimOrphans(NODE, 10))).isEmpty();
    }

    /** As they are made with a number at the end, or with what means any character in a pattern. */
    @Test
    default void nodesWhoseNamesAreLikeAnothersAreOthers() {
        assumeShared();
        List<Node> likes = Stream.of("node-a", "node-a0", "node-A", "node_a", "node%", "node-*", "node-?", "node")
                .map(name -> new Node(name, "1"))
                .toList();
        for (Node like : likes) {
            await(store().heartbeat(like, LONG_MILLIS));
            write(create(inPhase("of-" + likes.indexOf(like), InstanceStatus.RUNNING, like.id()), "1"));
        }
        for (Node like : likes) {
            Node later = new Node(like.name(), "2");
            await(store().heartbeat(later, LONG_MILLIS));
            assertThat(await(store().claimOrphans(later.id(), 100))).as(like.name())
                    .extracting(claim -> claim.row().id()).containsExactly("of-" + likes.indexOf(like));
        }
        for (Node like : likes) {
            await(store().heartbeat(new Node(like.name(), "2"), LONG_MILLIS));
        }
    }

    @Test
    default void noneOfManyLivesComesBack() {
        assumeShared();
        List<Node> lives = Stream.of("1", "2", "3", "4").map(life -> new Node(A.name(), life)).toList();
        for (Node life : lives) {
            await(store().heartbeat(life, LONG_MILLIS));
        }
        for (Node life : lives.subList(0, 3)) {
            assertThatThrownBy(() -> await(store().heartbeat(life, LONG_MILLIS))).as(life.id())
                    .isInstanceOf(SupersededNodeException.class);
        }
        await(store().heartbeat(lives.get(3), LONG_MILLIS));
    }
}
