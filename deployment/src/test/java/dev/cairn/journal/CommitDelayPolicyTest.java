package dev.cairn.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.ManualTime;

/** Which commits wait for more to be in them. */
class CommitDelayPolicyTest {

    private boolean busy = true;
    private boolean stopped;
    private final ManualTime time = new ManualTime(0);
    private final HeldCommits store = new HeldCommits(2);
    private final GroupCommitJournal journal = new GroupCommitJournal(store.store(), JournalEncodingOptions.DEFAULTS,
            new JournalDependencies(time, this::after, () -> busy, Runnable::run, Runnable::run));
    private final List<CommitResult> told = new ArrayList<>();
    private int ids;

    @Test
    void endsGatherWhereTheyComeFast() {
        int begun = instancesEnd(200, 2, 0);
        write(InstanceStatus.COMPLETED);
        write(InstanceStatus.FAULTED);
        write(InstanceStatus.CANCELLED);
        assertThat(store.sizes()).as("they wait").hasSize(begun);
        time.advance(CommitDelayPolicy.MILLIS);
        assertThat(store.sizes()).hasSize(begun + 1).last().isEqualTo(3);

        write(InstanceStatus.COMPLETED);
        time.advance(2);
        store.release(begun);
        assertThat(store.sizes()).as("what came meanwhile waits as well").hasSize(begun + 1);
        time.advance(CommitDelayPolicy.MILLIS);
        assertThat(store.sizes()).hasSize(begun + 2).last().isEqualTo(1);
        store.release(begun + 1);
        assertThat(told).hasSize(200 + 4).containsOnly(CommitResult.COMMITTED);
    }

    @Test
    void noneWaitsWhereThereAreProcessorsToSpare() {
        busy = false;
        int begun = instancesEnd(200, 2, 0);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 1);
    }

    @Test
    void whereTheyComeSlowlyNoneWaits() {
        int begun = instancesEnd(200, 1, 3);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 1);
    }

    @Test
    void theFirstOnesDoNotWait() {
        int begun = instancesEnd(20, 2, 0);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 1);
    }

    @Test
    void noneWaitsAnyMoreWhenTheLoadHasGone() {
        int begun = instancesEnd(200, 2, 0);
        time.advance(10_000);
        begun = instancesEnd(1, 1, 0, begun);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 1);
    }

    /** Of one in twenty writes that end something no commit would have more. */
    @Test
    void oneEndAmongManyOtherWritesDoesNotWait() {
        int begun = 0;
        for (int i = 0; i < 200; i++) {
            write(i % 20 == 0 ? InstanceStatus.COMPLETED : InstanceStatus.RUNNING);
            time.advance(1);
            store.release(begun++);
        }
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 1);
    }

    @Test
    void whatAnInstanceWaitsForToGoOnDoesNotWaitAndTakesEndsAlong() {
        int begun = instancesEnd(200, 2, 0);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun);
        write(InstanceStatus.RUNNING);
        assertThat(store.sizes()).hasSize(begun + 1).last().isEqualTo(2);
        time.advance(2);
        store.release(begun);
        write(InstanceStatus.WAITING);
        assertThat(store.sizes()).hasSize(begun + 2);
        time.advance(2);
        store.release(begun + 1);

        begun = instancesEnd(50, 2, 0, begun + 2);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).as("those were counted out").hasSize(begun);
        time.advance(CommitDelayPolicy.MILLIS);
        assertThat(store.sizes()).hasSize(begun + 1);
    }

    @Test
    void timeThatIsUpWhileACommitIsUnderWayIsUp() {
        int begun = instancesEnd(200, 2, 0);
        write(InstanceStatus.COMPLETED);
        write(InstanceStatus.RUNNING);
        assertThat(store.sizes()).hasSize(begun + 1);
        write(InstanceStatus.COMPLETED);
        time.advance(2);
        store.release(begun);
        assertThat(store.sizes()).as("it has waited").hasSize(begun + 2);
    }

    @Test
    void whereNothingWouldEndItNoneWaits() {
        int begun = instancesEnd(200, 2, 0);
        stopped = true;
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 1);
        store.release(begun);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 2);
    }

    @Test
    void enoughOfThemDoNotWait() {
        int begun = instancesEnd(200, 2, 0);
        IntStream.range(1, CommitDelayPolicy.BUSY_THRESHOLD).forEach(i -> write(InstanceStatus.COMPLETED));
        assertThat(store.sizes()).hasSize(begun);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 1).last().isEqualTo(CommitDelayPolicy.BUSY_THRESHOLD);
    }

    /** One commit that took long is no load. */
    @Test
    void aStallOfTheStoreDoesNotMakeOthersWait() {
        int begun = instancesEnd(50, 1, 20);
        begun = instancesEnd(1, 5_000, 0, begun);
        write(InstanceStatus.COMPLETED);
        assertThat(store.sizes()).hasSize(begun + 1);
    }

    private Runnable after(long millis, Runnable action) {
        if (stopped) {
            throw new RejectedExecutionException("stopped");
        }
        return time.after(millis, action);
    }

    private int instancesEnd(int count, int tookMillis, int pauseMillis) {
        return instancesEnd(count, tookMillis, pauseMillis, 0);
    }

    /** Instances end one after the other, each in a commit of its own, however long that had to wait; then no time is up. */
    private int instancesEnd(int count, int tookMillis, int pauseMillis, int begunBefore) {
        int begun = begunBefore;
        for (int i = 0; i < count; i++) {
            write(InstanceStatus.COMPLETED);
            if (store.sizes().size() == begun) {
                time.advance(CommitDelayPolicy.MILLIS);
            }
            assertThat(store.sizes()).hasSize(begun + 1);
            time.advance(tookMillis);
            store.release(begun++);
            time.advance(pauseMillis);
        }
        return begun;
    }

    private void write(InstanceStatus status) {
        InstanceRow row = new InstanceRow("i" + ids++, "test:case", "1.0.0", status, 1, 1, InstanceRow.NEVER, "node");
        journal.commit(InstanceWrite.of(row, 1, 0, List.of(new byte[] { 1 })), new GroupCommitJournal.Listener() {
            @Override
            public void done(InstanceWrite write, CommitResult result) {
                told.add(result);
            }

            @Override
            public void failed(InstanceWrite write, Throwable cause) {
                throw new AssertionError(cause);
            }
        });
    }
}
