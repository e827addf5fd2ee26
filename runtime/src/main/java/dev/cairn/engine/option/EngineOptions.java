package dev.cairn.engine.option;

import java.util.stream.Stream;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.program.Program;
import dev.cairn.spi.Node;

/**
 * Settings of the engine.
 *
 * @param cluster this node, and the way it shares instances with others
 * @param memory bounds of the memory that instances hold
 * @param work bounds of pure work
 * @param retention retention of ended instances
 * @param journal settings of the journal
 * @param run settings by which instances run and stop
 * @param observer observes the engine
 */
public record EngineOptions(
        ClusterOptions cluster,
        MemoryOptions memory,
        PureWorkOptions work,
        RetentionOptions retention,
        JournalEncodingOptions journal,
        InstanceRunOptions run,
        EngineObserver observer) {

    /** The defaults as documented. */
    public static final EngineOptions DEFAULTS = new EngineOptions(new ClusterOptions(new Node("node", "1"), 10_000),
            MemoryOptions.shared(10_000, 1_000, 16L << 20), PureWorkOptions.slices(20_000, 200_000_000),
            new RetentionOptions(7L * 24 * 3_600_000, 5_000, RetentionRules.NONE), JournalEncodingOptions.DEFAULTS,
            InstanceRunOptions.stopping(10_000));

    /** Without an observer. */
    public EngineOptions(ClusterOptions cluster, MemoryOptions memory, PureWorkOptions work, RetentionOptions retention,
            JournalEncodingOptions journal, InstanceRunOptions run) {
        this(cluster, memory, work, retention, journal, run, EngineObserver.NONE);
    }

    /** The same with other settings of the journal. */
    public EngineOptions with(JournalEncodingOptions other) {
        return new EngineOptions(cluster, memory, work, retention, other, run, observer);
    }

    /** The same with other rules for the history. */
    public EngineOptions with(TaskHistoryRules other) {
        return with(run.with(other));
    }

    /** The same with another budget of memory. */
    public EngineOptions withMemory(long bytes) {
        return new EngineOptions(cluster, memory.withBudget(bytes), work, retention, journal, run, observer);
    }

    /** The same with other bounds of an instance and of the queue for workers. */
    public EngineOptions withWorkBounds(long instanceBudget, int maxWaiting) {
        return new EngineOptions(cluster, memory,
                new PureWorkOptions(work.eventLoopBudget(), work.workerBudget(), instanceBudget, maxWaiting), retention,
                journal,
                run, observer);
    }

    /** The same with other limits of instances under way. */
    public EngineOptions with(ConcurrencyRules other) {
        return with(run.with(other));
    }

    /** The same with other settings of kept events. */
    public EngineOptions with(KeptEventOptions other) {
        return with(run.with(other));
    }

    /** The same with other settings of sets of events. */
    public EngineOptions with(EventSetOptions other) {
        return with(run.with(other));
    }

    /** The same with other settings of schedules. */
    public EngineOptions with(ScheduleRules other) {
        return with(run.with(other));
    }

    /** The same with another observer. */
    public EngineOptions with(EngineObserver other) {
        return new EngineOptions(cluster, memory, work, retention, journal, run, other);
    }

    private EngineOptions with(InstanceRunOptions other) {
        return new EngineOptions(cluster, memory, work, retention, journal, other, observer);
    }

    /** Minimum retention of an instance, for any outcome. */
    public long shortestRetentionMillis(Program program) {
        return Stream.of(InstanceStatus.COMPLETED, InstanceStatus.FAULTED, InstanceStatus.CANCELLED)
                .mapToLong(status -> retention.rules().millis(program, status, retention.keptMillis())).min().orElseThrow();
    }

    /** Until when an instance is kept that ends now. */
    public long keepUntilMillis(Program program, InstanceStatus status, long nowMillis) {
        return after(nowMillis, retention.rules().millis(program, status, retention.keptMillis()));
    }

    /** As {@link #keepUntilMillis(Program, InstanceStatus, long)}, of a workflow that is not there any more. */
    public long keepUntilMillis(long nowMillis) {
        return after(nowMillis, retention.keptMillis());
    }

    /** 1 at the least, and the end of time if it is later than that. */
    private static long after(long nowMillis, long millis) {
        return millis > Long.MAX_VALUE - nowMillis ? Long.MAX_VALUE : Math.max(1, nowMillis + millis);
    }
}
