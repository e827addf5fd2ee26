package dev.cairn.driver;

import java.util.stream.Stream;

import dev.cairn.api.InstanceStatus;
import dev.cairn.journal.JournalOptions;
import dev.cairn.program.Program;
import dev.cairn.spi.Node;
import dev.cairn.time.InstanceIds;

/**
 * Settings of the engine.
 *
 * @param cluster which node this is, and how it shares instances with others
 * @param memoryWaitMillis an instance that waits longer than this leaves the memory, if the store keeps its state
 * @param eventLoopBudget how much pure work an instance may do on an event loop before it is moved to a worker; an operation costs
 *        1, an expression what it does
 * @param workerBudget how much a single operation may do anywhere; more is an expression error
 * @param retentionMillis how long ended instances are kept
 * @param retentionIntervalMillis how often those whose retention ended are removed
 * @param stopTimeoutMillis how long stopping waits for the answers of calls under way
 * @param endedInstances how many ended instances are remembered if the store keeps nothing
 * @param endedBytes how much memory their outputs may take, about
 * @param journal how entries are written
 * @param maxDepth how deep instances may run each other; 1 if those that are run may run no others
 * @param retention how long ended instances are kept where something else than {@code retentionMillis} is said
 * @param history which journals get an entry for each task
 * @param memoryBytes the bytes that instances may hold in memory
 * @param work how much pure work there may be
 * @param concurrency how many instances of a workflow are under way at a time
 * @param observer told what happens
 */
public record EngineOptions(
        ClusterOptions cluster,
        long memoryWaitMillis,
        int eventLoopBudget,
        int workerBudget,
        long retentionMillis,
        long retentionIntervalMillis,
        long stopTimeoutMillis,
        int endedInstances,
        long endedBytes,
        JournalOptions journal,
        int maxDepth,
        RetentionRules retention,
        HistoryRules history,
        long memoryBytes,
        WorkOptions work,
        ConcurrencyRules concurrency,
        EngineObserver observer) {

    /** What the documentation calls the default. */
    public static final int DEFAULT_MAX_DEPTH = 16;

    /** What the documentation calls the default: a share of the heap, in percent. */
    public static final int DEFAULT_MEMORY_PERCENT = 25;

    /** What the documentation calls the defaults. */
    public static final EngineOptions DEFAULTS = new EngineOptions(
            new ClusterOptions(new Node("node", "1"), 10_000), 10_000, 20_000, 200_000_000, 7L * 24 * 3_600_000,
            5_000,
            10_000, 1_000, 16L << 20, JournalOptions.DEFAULTS);

    /** Where nothing is said of retention but one time for all, and nothing of history. */
    public EngineOptions(ClusterOptions cluster, long memoryWaitMillis, int eventLoopBudget, int workerBudget,
            long retentionMillis, long retentionIntervalMillis, long stopTimeoutMillis, int endedInstances, long endedBytes,
            JournalOptions journal) {
        this(cluster, memoryWaitMillis, eventLoopBudget, workerBudget, retentionMillis, retentionIntervalMillis,
                stopTimeoutMillis, endedInstances, endedBytes, journal, DEFAULT_MAX_DEPTH, RetentionRules.NONE,
                HistoryRules.NONE);
    }

    /** Where nothing is said of the memory and of pure work. */
    public EngineOptions(ClusterOptions cluster, long memoryWaitMillis, int eventLoopBudget, int workerBudget,
            long retentionMillis, long retentionIntervalMillis, long stopTimeoutMillis, int endedInstances, long endedBytes,
            JournalOptions journal, int maxDepth, RetentionRules retention, HistoryRules history) {
        this(cluster, memoryWaitMillis, eventLoopBudget, workerBudget, retentionMillis, retentionIntervalMillis,
                stopTimeoutMillis, endedInstances, endedBytes, journal, maxDepth, retention, history,
                Runtime.getRuntime().maxMemory() / 100 * DEFAULT_MEMORY_PERCENT, WorkOptions.DEFAULTS,
                ConcurrencyRules.NONE, EngineObserver.NONE);
    }

    public EngineOptions {
        if (memoryWaitMillis < 0 || eventLoopBudget < 1 || workerBudget < 1 || retentionMillis < 0
                || retentionIntervalMillis < 1
                || maxDepth < 1 || maxDepth > InstanceIds.MOST_DEPTH
                || stopTimeoutMillis < 0 || endedInstances < 0 || endedBytes < 0 || memoryBytes < 1) {
            throw new IllegalArgumentException("Settings of the engine are out of range: " + cluster + ", " + memoryWaitMillis
                    + ", "
                    + eventLoopBudget + ", " + workerBudget + ", " + retentionMillis + ", " + retentionIntervalMillis + ", "
                    + stopTimeoutMillis + ", " + endedInstances + ", " + endedBytes + ", " + maxDepth + ", " + memoryBytes);
        }
    }

    /** The same with other settings of the journal. */
    public EngineOptions with(JournalOptions other) {
        return with(other, history, memoryBytes, work, concurrency, observer);
    }

    /** The same with other rules for the history. */
    public EngineOptions with(HistoryRules other) {
        return with(journal, other, memoryBytes, work, concurrency, observer);
    }

    /** The same with another budget of memory. */
    public EngineOptions withMemory(long bytes) {
        return with(journal, history, bytes, work, concurrency, observer);
    }

    /** The same with other bounds of pure work. */
    public EngineOptions with(WorkOptions other) {
        return with(journal, history, memoryBytes, other, concurrency, observer);
    }

    /** The same with other limits of instances under way. */
    public EngineOptions with(ConcurrencyRules other) {
        return with(journal, history, memoryBytes, work, other, observer);
    }

    /** The same with another observer. */
    public EngineOptions with(EngineObserver other) {
        return with(journal, history, memoryBytes, work, concurrency, other);
    }

    private EngineOptions with(JournalOptions newJournal, HistoryRules newHistory, long newMemoryBytes, WorkOptions newWork,
            ConcurrencyRules newConcurrency, EngineObserver newObserver) {
        return new EngineOptions(cluster, memoryWaitMillis, eventLoopBudget, workerBudget, retentionMillis,
                retentionIntervalMillis, stopTimeoutMillis, endedInstances, endedBytes, newJournal, maxDepth, retention,
                newHistory, newMemoryBytes, newWork, newConcurrency, newObserver);
    }

    /** How long an instance is kept at the least, however it ends. */
    long shortestRetentionMillis(Program program) {
        return Stream.of(InstanceStatus.COMPLETED, InstanceStatus.FAULTED, InstanceStatus.CANCELLED)
                .mapToLong(status -> retention.millis(program, status, retentionMillis)).min().orElseThrow();
    }

    /** Until when an instance is kept that ends now. */
    long keepUntilMillis(Program program, InstanceStatus status, long nowMillis) {
        return after(nowMillis, retention.millis(program, status, retentionMillis));
    }

    /** As {@link #keepUntilMillis(Program, InstanceStatus, long)}, of a workflow that is not there any more. */
    long keepUntilMillis(long nowMillis) {
        return after(nowMillis, retentionMillis);
    }

    /** 1 at the least, and the end of time if it is later than that. */
    private static long after(long nowMillis, long millis) {
        return millis > Long.MAX_VALUE - nowMillis ? Long.MAX_VALUE : Math.max(1, nowMillis + millis);
    }
}
