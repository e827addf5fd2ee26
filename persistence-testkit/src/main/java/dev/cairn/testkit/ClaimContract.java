package dev.cairn.testkit;

import static dev.cairn.spi.CommitResult.FENCED;
import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.OTHER_NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static dev.cairn.testkit.SampleInstances.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.Claim;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/** Rules of {@link dev.cairn.spi.InstanceStore#claim}, which decides the writer of an instance. */
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
            assertThat(expected).containsAll(claimed).hasSizeGreaterThanOrEqualTo(claimed.size());
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
    default void whatIsGivenToAnotherNodeIsTheOthers() {
        assumeKeepsState();
        assumeTrue(store().capabilities().shared(), "Only a shared store has several nodes");
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(B, LONG_MILLIS));
        write(create(inPhase("a", InstanceStatus.RUNNING, null), "1"));
        write(create(waiting("b", 1_000), "1"));
        for (Claim claim : await(store().claim(NODE, List.of("a", "b")))) {
            write(next(claim.row().withOwner(OTHER_NODE), claim.epoch(), 1));
        }

        assertThat(await(store().claimOrphans(NODE, 10))).isEmpty();
        assertThat(await(store().claim(NODE, List.of("a", "b")))).isEmpty();
        assertThat(await(store().claim(OTHER_NODE, List.of("a", "b")))).hasSize(2);
        assertThat(List.of("a", "b")).allSatisfy(id -> assertThat(entries(load(id))).containsExactly("1"));
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
    default void aClaimShowsTheWholeRow() {
        assumeKeepsState();
        await(store().heartbeat(A, LONG_MILLIS));
        InstanceRow row = new InstanceRow("a", "shop:other", "2.1.0", InstanceStatus.RUNNING, 1_000, 2_000, 3_000, null)
                .withKeys(new SearchKeys("o-1", Map.of("customer", "c-1")));
        write(create(row, "1"));
        InstanceRow waiting = new InstanceRow("b", "shop:other", "2.1.1", InstanceStatus.WAITING, 1_001, 2_001, 3_001, null)
                .withKeys(new SearchKeys("o-2", Map.of("customer", "c-2")));
        write(create(waiting, "1"));

        assertThat(await(store().claimOrphans(NODE, 10))).extracting(Claim::row).containsExactly(row.withOwner(NODE));
        assertThat(await(store().claim(NODE, List.of("b")))).extracting(Claim::row).containsExactly(waiting.withOwner(NODE));
        assertThat(row("a")).contains(row.withOwner(NODE));
        assertThat(row("b")).contains(waiting.withOwner(NODE));
        assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(3_000, "a"),
                new DueTimer(3_001, "b"));
    }

    @Test
    default void manyAreClaimedAtOnce() {
        assumeKeepsState();
        List<String> ids = new ArrayList<>();
        InstanceWrite[] writes = new InstanceWrite[2_000];
        for (int i = 0; i < writes.length; i++) {
            ids.add("i-" + i);
            writes[i] = create(waiting(ids.get(i), 1_000), "1");
        }
        commit(writes);

        assertThat(await(store().claim(NODE, ids))).extracting(claim -> claim.row().id())
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    default void whatIsNoOrphanTakesNoPlaceOfOne() {
        assumeKeepsState();
        await(store().heartbeat(A, LONG_MILLIS));
        await(store().heartbeat(B, LONG_MILLIS));
        for (int i = 0; i < 5; i++) {
            write(create(running("a-" + i), "1"));
            write(create(waiting("b-" + i, 1_000), "1"));
            write(create(ended("c-" + i, 1_000), "1"));
            write(create(inPhase("d-" + i, InstanceStatus.RUNNING, NODE), "1"));
        }
        write(create(inPhase("e", InstanceStatus.RUNNING, null), "1"));

        assertThat(await(store().claimOrphans(OTHER_NODE, 3))).extracting(claim -> claim.row().id()).containsExactly("e");
    }
}
