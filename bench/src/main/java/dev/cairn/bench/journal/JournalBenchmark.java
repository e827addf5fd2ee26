package dev.cairn.bench.journal;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.journal.JournalDependencies;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.persistence.none.NullInstanceStore;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.time.TimeSource;

/** Cost that the journal adds to a write: groups and listeners, over a store that answers at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class JournalBenchmark {

    private static final byte[] ENTRY = new byte[200];

    private final AtomicInteger writers = new AtomicInteger();
    private GroupCommitJournal journal;

    /** Opens the journal. */
    @Setup
    public void setUp() {
        JournalDependencies around = new JournalDependencies(TimeSource.system(), (delayMillis, action) -> () -> {},
                () -> false,
                Runnable::run, Runnable::run);
        journal = new GroupCommitJournal(new NullInstanceStore(), JournalEncodingOptions.DEFAULTS, around);
    }

    /** One writer alone. */
    @Benchmark
    public CommitResult oneWriter(Writer writer) {
        return writer.write(journal);
    }

    /** Two writers, each with an instance of its own. */
    @Benchmark
    @Threads(2)
    public CommitResult twoWriters(Writer writer) {
        return writer.write(journal);
    }

    /** An instance that runs on and on. */
    @State(Scope.Thread)
    public static class Writer implements GroupCommitJournal.Listener {

        private InstanceRow row;
        private long position;
        private volatile CommitResult result;

        /** Gives it an id of its own. */
        @Setup
        public void setUp(JournalBenchmark benchmark) {
            row = new InstanceRow("instance-" + benchmark.writers.incrementAndGet(), "bench:orders", "1.0.0",
                    InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, "node~1", InstanceRow.NEVER, SearchKeys.NONE);
        }

        CommitResult write(GroupCommitJournal to) {
            result = null;
            to.commit(InstanceWrite.of(row, 1, position++, List.of(ENTRY)), this);
            // Another writer may be at it: the thread that commits a group also takes the gathered writes.
            while (result == null) {
                Thread.onSpinWait();
            }
            return result;
        }

        @Override
        public void done(InstanceWrite write, CommitResult committed) {
            result = committed;
        }

        @Override
        public void failed(InstanceWrite write, Throwable cause) {
            throw new IllegalStateException("A store that keeps nothing has failed", cause);
        }
    }
}
