package dev.cairn.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.ManualTime;
import dev.cairn.time.TimeSource;

/** An error in the committing thread must not leave a caller waiting for an answer that never comes. */
class BrokenCommitsTest {

    private final ManualTime time = new ManualTime(0);
    private final HeldCommits held = new HeldCommits(1);
    private final List<String> told = new ArrayList<>();
    private final List<Throwable> fatal = new ArrayList<>();
    private Throwable planted;
    private final GroupCommitJournal journal = new GroupCommitJournal(held.store(), JournalEncodingOptions.DEFAULTS,
            new JournalDependencies(new FailingTime(), time, () -> false, Runnable::run, Runnable::run), fatal::add);

    /** A clock that is read when a commit begins. */
    private final class FailingTime implements TimeSource {
        @Override
        public long millis() {
            return time.millis();
        }

        @Override
        public long elapsedNanos() {
            if (planted != null) {
                BrokenCommitsTest.<RuntimeException>sneak(planted);
            }
            return time.elapsedNanos();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    static Stream<Throwable> failures() {
        return Stream.of(new OutOfMemoryError("planted"), new StackOverflowError("planted"),
                new NoClassDefFoundError("planted"), new IllegalStateException("planted"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatCannotBeCommittedFails(Throwable failure) {
        journal.commit(start("first"), listener("first"));
        journal.commit(start("a"), listener("a"));
        journal.commit(start("b"), listener("b"));
        planted = failure;

        held.release(0);
        journal.commit(start("late"), listener("late"));

        assertThat(told).hasSize(4).first().isEqualTo("first COMMITTED");
        assertThat(told.subList(1, 4)).allMatch(text -> text.endsWith("committing failed: " + failure));
        assertThat(fatal).containsExactly(failure);
    }

    @Test
    void aListenerThatFailsKeepsTheAnswerFromNoOther() {
        Error failure = new OutOfMemoryError("planted");
        journal.commit(start("first"), listener("first"));
        journal.commit(start("a"), new GroupCommitJournal.Listener() {
            @Override
            public void done(InstanceWrite write, CommitResult result) {
                throw failure;
            }

            @Override
            public void failed(InstanceWrite write, Throwable cause) {
                throw failure;
            }
        });
        journal.commit(start("b"), listener("b"));
        held.release(0);
        journal.commit(start("c"), listener("c"));

        held.release(1);
        held.release(2);

        assertThat(told).containsExactly("first COMMITTED", "b COMMITTED", "c COMMITTED");
        assertThat(fatal).containsExactly(failure);
    }

    private GroupCommitJournal.Listener listener(String name) {
        return new NotingListener(name, told);
    }

    private static InstanceWrite start(String id) {
        return InstanceWrite.of(
                new InstanceRow(id, "test:case", "1.0.0", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, "node"),
                1, 0, List.of(new byte[] { 1 }));
    }
}
