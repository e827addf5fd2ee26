package dev.cairn.testkit;

import static dev.cairn.spi.CommitResult.FENCED;
import static dev.cairn.testkit.Samples.A;
import static dev.cairn.testkit.Samples.B;
import static dev.cairn.testkit.Samples.CREATED_AT_MILLIS;
import static dev.cairn.testkit.Samples.LONG_MILLIS;
import static dev.cairn.testkit.Samples.NODE;
import static dev.cairn.testkit.Samples.OTHER_NODE;
import static dev.cairn.testkit.Samples.create;
import static dev.cairn.testkit.Samples.ended;
import static dev.cairn.testkit.Samples.entries;
import static dev.cairn.testkit.Samples.inPhase;
import static dev.cairn.testkit.Samples.next;
import static dev.cairn.testkit.Samples.running;
import static dev.cairn.testkit.Samples.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.Claim;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.SupersededException;
import io.smallrye.mutiny.Uni;

/** Who may write an instance: {@link dev.cairn.spi.InstanceStore#claim} and what follows from it. */
public interface ClaimContract extends StoreUnderTest {

    @Test
    default void aClaimRaisesTheEpochAndNamesTheOwner() {
        assumeKeepsState();
        write(next(waiting("a", 1_000), 7, 0, "1"));

        List<Claim> claims = await(store().claim(NODE, List.of("a")));

        assertThat(claims).hasSize(1);
        assertThat(claims.get(0).epoch()).isGreaterThan(7);
        assertThat(claims.get(0).row().owner()).isEqualTo(NODE);
        assertThat(claims.get(0).row().wakeAtMillis()).isEqualTo(1_000);
        assertThat(row("a")).contains(claims.get(0).row());
        assertThat(load("a").epoch()).isEqualTo(claims.get(0).epoch());
        assertThat(entries(load("a"))).containsExactly("1");
    }

    @Test
    default void aClaimFencesWhoeverWroteBefore() {
        assumeKeepsState();
        write(create(waiting("a", 1_000), "1"));
        Claim claim = await(store().claim(NODE, List.of("a"))).get(0);

        assertThat(commit(next(running("a"), 1, 1, "late"))).containsExactly(FENCED);
        write(next(running("a"), claim.epoch(), 1, "2"));
        assertThat(entries(load("a"))).containsExactly("1", "2");
    }

    @Test
    default void whatANodeOwnsItMayClaimAgain() {
        assumeKeepsState();
        await(store().heartbeat(A, LONG_MILLIS));
        write(create(running("a"), "1"));
        long first = await(store().claim(NODE, List.of("a"))).get(0).epoch();
        long second = await(store().claim(NODE, List.of("a"))).get(0).epoch();

        assertThat(second).isGreaterThan(first);
    }

    @Test
    default void whatALiveNodeOwnsNobodyElseMayClaim() {
        assumeKeepsState();
        await(store().heartbeat(A, LONG_MILLIS));
        write(create(running("a"), "1"));

        assertThat(await(store().claim(OTHER_NODE, List.of("a")))).isEmpty();
        assertThat(await(store().claimOrphans(OTHER_NODE, 10))).isEmpty();
        write(next(running("a"), 1, 1, "2"));
        assertThat(entries(load("a"))).containsExactly("1", "2");
    }

    @Test
    default void whatADeadNodeOwnedAnybodyMayClaim() {
        assumeKeepsState();
        assumeTrue(store().capabilities().shared(), "Only a shared store has several nodes");
        await(store().heartbeat(A, LONG_MILLIS));
        write(create(running("a"), "1"));
        write(create(running("b"), "1"));
        await(store().heartbeat(A, 0));

        assertThat(await(store().claim(OTHER_NODE, List.of("a")))).extracting(claim -> claim.row().owner())
                .containsExactly(OTHER_NODE);
        assertThat(await(store().claimOrphans(OTHER_NODE, 10))).extracting(claim -> claim.row().id()).containsExactly("b");
        assertThat(commit(next(running("a"), 1, 1, "late"), next(running("b"), 1, 1, "late"))).containsExactly(FENCED, FENCED);
    }

    @Test
    default void whatEndedOrDoesNotExistIsNotClaimed() {
        assumeKeepsState();
        write(create(ended("completed", 2_000), "1"));
        write(create(inPhase("faulted", InstanceStatus.FAULTED, null), "1"));
        write(create(inPhase("cancelled", InstanceStatus.CANCELLED, null), "1"));
        write(create(inPhase("suspended", InstanceStatus.SUSPENDED, null), "1"));

        assertThat(await(store().claim(NODE, List.of("completed", "faulted", "cancelled", "missing", "suspended"))))
                .extracting(claim -> claim.row().id()).containsExactly("suspended");
        assertThat(load("completed").epoch()).isEqualTo(1);
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
        long heardMillis = await(store().heartbeat(B, 30));
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (await(store().heartbeat(A, 1)) <= heardMillis + 30) {
            assertThat(System.nanoTime()).isLessThan(lastNanos);
        }
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
    default void orphansAreRunnableInstancesThatNobodyOwns() {
        assumeKeepsState();
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(B, LONG_MILLIS));
        write(create(inPhase("pending", InstanceStatus.PENDING, null), "1"));
        write(create(inPhase("running", InstanceStatus.RUNNING, null), "1"));
        write(create(running("owned"), "1"));
        write(create(waiting("waiting", 1_000), "1"));
        write(create(inPhase("suspended", InstanceStatus.SUSPENDED, null), "1"));
        write(create(ended("completed", 2_000), "1"));

        List<Claim> claims = await(store().claimOrphans(NODE, 10));

        assertThat(claims).extracting(claim -> claim.row().id()).containsExactlyInAnyOrder("pending", "running");
        assertThat(claims).allSatisfy(claim -> {
            assertThat(claim.row().owner()).isEqualTo(NODE);
            assertThat(claim.epoch()).isGreaterThan(1);
            assertThat(row(claim.row().id())).contains(claim.row());
        });
        assertThat(await(store().claimOrphans(NODE, 10))).isEmpty();
    }

    @Test
    default void eachClaimOfOrphansGivesOthersUntilThereAreNone() {
        assumeKeepsState();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            write(create(inPhase("i-" + i, i % 2 == 0 ? InstanceStatus.PENDING : InstanceStatus.RUNNING, null), "1"));
            expected.add("i-" + i);
        }
        List<String> claimed = new ArrayList<>();
        List<Claim> page = await(store().claimOrphans(NODE, 10));
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(10);
            page.forEach(claim -> claimed.add(claim.row().id()));
            page = await(store().claimOrphans(NODE, 10));
        }
        assertThat(claimed).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    default void anInstanceThatIsGivenUpIsAnOrphan() {
        assumeKeepsState();
        await(store().heartbeat(A, LONG_MILLIS));
        write(create(running("a"), "1"));
        assertThat(await(store().claimOrphans(NODE, 10))).isEmpty();

        write(next(inPhase("a", InstanceStatus.RUNNING, null), 1, 1, "2"));

        assertThat(await(store().claimOrphans(NODE, 10))).extracting(claim -> claim.row().id()).containsExactly("a");
    }

    @Test
    default void whatIsGivenBackAsItIsAnybodyMayClaim() {
        assumeKeepsState();
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(B, LONG_MILLIS));
        write(create(inPhase("a", InstanceStatus.RUNNING, null), "1"));
        write(create(waiting("b", 1_000), "1"));
        for (Claim claim : await(store().claim(NODE, List.of("a", "b")))) {
            write(next(claim.row().withOwner(null), claim.epoch(), 1));
        }

        assertThat(await(store().claimOrphans(OTHER_NODE, 10))).extracting(claim -> claim.row().id()).containsExactly("a");
        assertThat(await(store().dueTimers(2_000, null, 10))).extracting(DueTimer::instanceId).containsExactly("b");
        assertThat(await(store().claim(OTHER_NODE, List.of("b")))).hasSize(1);
        assertThat(List.of("a", "b")).allSatisfy(id -> assertThat(entries(load(id))).containsExactly("1"));
    }

    @Test
    default void whatAnEarlierLifeOwnedIsAnOrphan() {
        assumeKeepsState();
        assumeFalse(store().capabilities().shared(), "In a shared store the heartbeat says who lives");
        for (int i = 0; i < 5; i++) {
            write(create(running("i-" + i), "1"));
        }
        write(create(waiting("waiting", 1_000), "1"));

        reopen();

        write(create(running("new"), "1"));
        Claim claim = await(store().claim(NODE, List.of("i-0"))).get(0);
        assertThat(claim.epoch()).isGreaterThan(1);
        assertThat(await(store().claimOrphans(NODE, 3))).hasSize(3);
        assertThat(await(store().claimOrphans(NODE, 3))).hasSize(1);
        assertThat(await(store().claimOrphans(NODE, 3))).isEmpty();
        assertThat(commit(next(running("i-3"), 1, 1, "late"))).containsExactly(FENCED);
    }

    @Test
    default void epochsGrowOverLives() {
        assumeKeepsState();
        write(create(inPhase("a", InstanceStatus.PENDING, null), "1"));
        long before = await(store().claim(NODE, List.of("a"))).get(0).epoch();

        reopen();

        assertThat(load("a").epoch()).isEqualTo(before);
        assertThat(await(store().claim(NODE, List.of("a"))).get(0).epoch()).isGreaterThan(before);
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
            assertThatThrownBy(() -> await(store().heartbeat(A, LONG_MILLIS))).isInstanceOf(SupersededException.class);
            reopen();
        }
        await(store().heartbeat(A, 0));
        assertThatThrownBy(() -> await(store().heartbeat(A, LONG_MILLIS))).isInstanceOf(SupersededException.class);
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
}
