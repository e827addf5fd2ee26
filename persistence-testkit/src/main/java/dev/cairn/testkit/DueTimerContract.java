package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static dev.cairn.testkit.SampleInstances.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceRow;

/** The index of due times: {@link dev.cairn.spi.InstanceStore#dueTimers}. */
public interface DueTimerContract extends StoreUnderTest {

    @Test
    default void timersComeInTheOrderTheyAreDue() {
        assumeKeepsState();
        write(create(waiting("c", 3_000), "1"));
        write(create(waiting("a", 1_000), "1"));
        write(create(waiting("b2", 2_000), "1"));
        write(create(waiting("b1", 2_000), "1"));
        write(create(running("none"), "1"));

        assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(1_000, "a"),
                new DueTimer(2_000, "b1"), new DueTimer(2_000, "b2"), new DueTimer(3_000, "c"));
    }

    @Test
    default void timersAreGivenUpToATimeAndIncludingIt() {
        assumeKeepsState();
        write(create(waiting("a", 1_000), "1"));
        write(create(waiting("b", 2_000), "1"));

        assertThat(await(store().dueTimers(999, null, 10))).isEmpty();
        assertThat(await(store().dueTimers(1_000, null, 10))).containsExactly(new DueTimer(1_000, "a"));
        assertThat(await(store().dueTimers(1_999, null, 10))).containsExactly(new DueTimer(1_000, "a"));
        assertThat(await(store().dueTimers(2_000, null, 10))).hasSize(2);
    }

    @Test
    default void timersComeInPages() {
        assumeKeepsState();
        List<DueTimer> expected = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            DueTimer timer = new DueTimer(1_000 + i / 4, String.format("i-%02d", i));
            write(create(waiting(timer.instanceId(), timer.dueAtMillis()), "1"));
            expected.add(timer);
        }
        List<DueTimer> found = new ArrayList<>();
        List<DueTimer> page = await(store().dueTimers(5_000, null, 5));
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(5);
            found.addAll(page);
            assertThat(expected).startsWith(found.toArray(DueTimer[]::new));
            page = await(store().dueTimers(5_000, page.get(page.size() - 1), 5));
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    default void aTimerFollowsItsInstance() {
        assumeKeepsState();
        write(create(waiting("later", 1_000), "1"));
        write(create(waiting("sooner", 5_000), "1"));
        write(create(waiting("gone", 1_000), "1"));
        write(create(waiting("over", 1_000), "1"));
        write(create(running("new"), "1"));
        write(next(waiting("later", 6_000), 1, 1, "2"));
        write(next(waiting("sooner", 500), 1, 1));
        write(next(running("gone"), 1, 1, "2"));
        write(next(ended("over", 900), 1, 1, "2"));
        write(next(waiting("new", 700), 1, 1, "2"));

        assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(500, "sooner"),
                new DueTimer(700, "new"), new DueTimer(6_000, "later"));
    }

    @Test
    default void aClaimKeepsTheTimer() {
        assumeKeepsState();
        write(create(waiting("a", 1_000), "1"));
        await(store().claim(NODE, List.of("a")));

        assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(1_000, "a"));
    }

    @Test
    default void timersAreThereAfterTheStoreWasOpenedAgain() {
        assumeKeepsState();
        write(create(waiting("a", 1_000), "1"));
        write(create(waiting("b", 2_000), "1"));
        write(next(running("a"), 1, 1, "2"));

        reopen();

        assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(2_000, "b"));
    }

    @Test
    default void whatHasNoTimerTakesNoPlaceOfOne() {
        assumeKeepsState();
        for (int i = 0; i < 5; i++) {
            write(create(running("a-" + i), "1"));
            write(create(ended("b-" + i, 1_000), "1"));
        }
        write(create(waiting("c", 2_000), "1"));

        assertThat(await(store().dueTimers(2_000, null, 3))).containsExactly(new DueTimer(2_000, "c"));
    }

    @Test
    default void aPageFollowsATimerThatIsGone() {
        assumeKeepsState();
        for (int i = 0; i < 6; i++) {
            write(create(waiting("i-" + i, 1_000 + i / 4), "1"));
        }
        List<DueTimer> page = await(store().dueTimers(5_000, null, 2));
        write(next(running("i-1"), 1, 1, "2"));
        assertThat(await(store().dueTimers(5_000, page.get(1), 10))).extracting(DueTimer::instanceId)
                .containsExactly("i-2", "i-3", "i-4", "i-5");
    }

    @Test
    default void anInstanceThatRunsMayHaveATimerToo() {
        assumeKeepsState();
        InstanceRow running = new InstanceRow("a", "shop:orders", "1.0.0", InstanceStatus.RUNNING, 1_000, 1_000, 2_000, NODE);
        write(create(running, "1"));
        reopen();

        assertThat(await(store().dueTimers(2_000, null, 10))).containsExactly(new DueTimer(2_000, "a"));
        assertThat(row("a")).contains(running);
    }
}
