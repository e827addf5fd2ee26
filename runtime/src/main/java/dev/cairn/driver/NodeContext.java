package dev.cairn.driver;

import java.util.Locale;
import java.util.Optional;

import dev.cairn.journal.Journal;
import dev.cairn.journal.Surroundings;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.Chance;
import dev.cairn.time.InstanceIds;
import dev.cairn.time.SharedClock;
import dev.cairn.time.TimeSource;
import dev.cairn.time.Timers;
import dev.cairn.time.WallTimers;

/**
 * The parts of a node that every class of the engine may use: settings, programs, clock, timers, threads, the store with its
 * journal and lease, and the phase of the application's life. Knows no class that runs instances. Thread-safe.
 */
final class NodeContext {

    private final EngineOptions options;
    private final Programs programs;
    private final ProgramObservers observers;
    private final Threads threads;
    private final PureWork pureWork;
    private final WorkLimits workLimits;
    private final Timers timers;
    private final SharedClock time;
    private final WallTimers wallTimers;
    private final Chance chance;
    private final String nodeId;
    private final StoreHealth health;
    private final FatalFailures fatalFailures = new FatalFailures();
    private final Lease lease;
    private final boolean keepsState;
    private final FaultLog faults;
    private final Journal journal;
    private final MemoryBudget memory;
    private final InstanceIds ids;
    private volatile boolean stopping;
    private volatile boolean stopped;

    /** The store is not closed by it. */
    NodeContext(EngineOptions options, InstanceStore store, Programs programs, Threads threads, Timers timers, TimeSource time,
            Chance chance) {
        this.options = options;
        this.programs = programs;
        this.observers = new ProgramObservers(options.observer(), programs);
        this.threads = threads;
        this.pureWork = new PureWork(threads::worker, Runtime.getRuntime().availableProcessors(), time::elapsedNanos,
                threads.workersMayWait());
        this.workLimits = new WorkLimits(options.work(), pureWork, time, observers);
        this.timers = timers;
        this.time = new SharedClock(time);
        this.wallTimers = new WallTimers(fatalFailures.watching("timers", timers), this.time, threads::worker);
        this.chance = chance;
        this.nodeId = options.cluster().node().id();
        this.health = new StoreHealth(this.time, store.capabilities().shared());
        this.lease = new Lease(options.cluster(), store, this.time, fatalFailures.watching("heartbeat", timers), health);
        this.keepsState = store.capabilities().keepsState();
        this.faults = new FaultLog(timers, keepsState);
        this.journal = new Journal(store, options.journal(), new Surroundings(this.time, timers,
                new Processors(this.time, threads::worker, Processors.loadOfMachine()), pureWork.lane("encoding")::add,
                threads::worker), cause -> fatalFailures.failed("group commit", cause),
                options.observer()::groupCommitted);
        this.memory = new MemoryBudget(options.memory().budgetBytes(), options.run().maxDepth(), this.time,
                () -> options.observer().startRefused(StartRefusal.MEMORY));
        this.ids = new InstanceIds(this.time, chance);
    }

    EngineOptions options() {
        return options;
    }

    /** The installed programs. */
    Programs programs() {
        return programs;
    }

    /** The observers of the engine and of its programs. */
    ProgramObservers observers() {
        return observers;
    }

    Threads threads() {
        return threads;
    }

    PureWork pureWork() {
        return pureWork;
    }

    WorkLimits workLimits() {
        return workLimits;
    }

    Timers timers() {
        return timers;
    }

    WallTimers wallTimers() {
        return wallTimers;
    }

    TimeSource time() {
        return time;
    }

    Chance chance() {
        return chance;
    }

    /** The owner's id of the instances that this life of the application runs. */
    String nodeId() {
        return nodeId;
    }

    /** Success and failure of the store's work. */
    StoreHealth health() {
        return health;
    }

    /** The kind of work that the store fails at; empty if it answers. */
    Optional<String> trouble() {
        return health.trouble().map(work -> work.name().toLowerCase(Locale.ROOT));
    }

    /** Collects failures of parts that everything depends on. */
    FatalFailures fatalFailures() {
        return fatalFailures;
    }

    /** The right to run its instances, and the work of each heartbeat. */
    Lease lease() {
        return lease;
    }

    boolean keepsState() {
        return keepsState;
    }

    /** True if the journals of a program get an entry for each task that is done. */
    boolean keepsTasks(InstalledProgram installed) {
        return keepsState && options.run().history().keepsTasks(installed.program());
    }

    /** The log of failing instances. */
    FaultLog faults() {
        return faults;
    }

    Journal journal() {
        return journal;
    }

    /** Memory that instances hold. */
    MemoryBudget memory() {
        return memory;
    }

    /** Ids for new instances. */
    InstanceIds ids() {
        return ids;
    }

    /** From now on no instance is started and no call begins. */
    void beginStop() {
        stopping = true;
    }

    boolean stopping() {
        return stopping;
    }

    /** Stopping has ended. */
    void endStop() {
        stopped = true;
    }

    /** True after stopping has ended: later failures of calls may come from the shutdown of the application around them. */
    boolean stopped() {
        return stopped;
    }
}
