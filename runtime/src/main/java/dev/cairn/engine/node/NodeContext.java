package dev.cairn.engine.node;

import java.util.Locale;
import java.util.Optional;

import dev.cairn.engine.audit.FatalFailureSignal;
import dev.cairn.engine.audit.FaultLog;
import dev.cairn.engine.concurrent.CpuBusyDetector;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.observer.StartRefusal;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.journal.JournalDependencies;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.NodeMessages;
import dev.cairn.time.EstimatedServerClock;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;
import dev.cairn.time.WallClockTimers;

/**
 * The parts of a node that every class of the engine may use: settings, programs, clock, timers, threads, the store with its
 * journal and lease, and the phase of the application's life. Knows no class that runs instances. Thread-safe.
 */
public final class NodeContext {

    private final EngineOptions options;
    private final ProgramRegistry programs;
    private final ProgramObserverIndex observers;
    private final EngineThreads threads;
    private final PureWorkScheduler pureWork;
    private final PureWorkLimiter workLimits;
    private final TimerService timers;
    private final EstimatedServerClock time;
    private final WallClockTimers wallTimers;
    private final RandomSource random;
    private final String nodeId;
    private final StoreHealth health;
    private final FatalFailureSignal fatalFailures = new FatalFailureSignal();
    private final LeaseKeeper lease;
    private final boolean keepsState;
    private final Optional<NodeMessages> nodeMessages;
    private final FaultLog faults;
    private final GroupCommitJournal journal;
    private final MemoryBudget memory;
    private final InstanceIdGenerator ids;
    private volatile boolean stopping;
    private volatile boolean stopped;

    /** The store is not closed by it. */
    public NodeContext(EngineOptions options, InstanceStore store, ProgramRegistry programs, EngineThreads threads,
            TimerService timers, TimeSource time, RandomSource random) {
        this.options = options;
        this.programs = programs;
        this.observers = new ProgramObserverIndex(options.observer(), programs);
        this.threads = threads;
        this.pureWork = new PureWorkScheduler(threads::worker, Runtime.getRuntime().availableProcessors(), time::elapsedNanos,
                threads.workersMayWait());
        this.workLimits = new PureWorkLimiter(options.work(), pureWork, time, observers);
        this.timers = timers;
        this.time = new EstimatedServerClock(time);
        this.wallTimers = new WallClockTimers(fatalFailures.watching("timers", timers), this.time, threads::worker);
        this.random = random;
        this.nodeId = options.cluster().node().id();
        this.health = new StoreHealth(this.time, store.capabilities().shared());
        this.lease = new LeaseKeeper(options.cluster(), store, this.time, fatalFailures.watching("heartbeat", timers), health);
        this.keepsState = store.capabilities().keepsState();
        this.nodeMessages = store.capabilities().shared() ? store.nodeMessages() : Optional.empty();
        this.faults = new FaultLog(timers, keepsState);
        this.journal = new GroupCommitJournal(store, options.journal(), new JournalDependencies(this.time, timers,
                new CpuBusyDetector(this.time, threads::worker, CpuBusyDetector.loadOfMachine()),
                pureWork.lane("encoding")::add,
                threads::worker), cause -> fatalFailures.failed("group commit", cause),
                options.observer()::groupCommitted);
        this.memory = new MemoryBudget(options.memory().budgetBytes(), options.run().maxDepth(), this.time,
                () -> options.observer().startRefused(StartRefusal.MEMORY));
        this.ids = new InstanceIdGenerator(this.time, random);
    }

    public EngineOptions options() {
        return options;
    }

    /** The installed programs. */
    public ProgramRegistry programs() {
        return programs;
    }

    /** The observers of the engine and of its programs. */
    public ProgramObserverIndex observers() {
        return observers;
    }

    public EngineThreads threads() {
        return threads;
    }

    public PureWorkScheduler pureWork() {
        return pureWork;
    }

    public PureWorkLimiter workLimits() {
        return workLimits;
    }

    public TimerService timers() {
        return timers;
    }

    public WallClockTimers wallTimers() {
        return wallTimers;
    }

    public TimeSource time() {
        return time;
    }

    public RandomSource random() {
        return random;
    }

    /** The owner's id of the instances that this life of the application runs. */
    public String nodeId() {
        return nodeId;
    }

    /** The messages between this node and others; empty if this node has the store for itself, or the store has none. */
    public Optional<NodeMessages> nodeMessages() {
        return nodeMessages;
    }

    /** Success and failure of the store's work. */
    public StoreHealth health() {
        return health;
    }

    /** The kind of work that the store fails at; empty if it answers. */
    public Optional<String> trouble() {
        return health.trouble().map(work -> work.name().toLowerCase(Locale.ROOT));
    }

    /** Collects failures of parts that everything depends on. */
    public FatalFailureSignal fatalFailures() {
        return fatalFailures;
    }

    /** The right to run its instances, and the work of each heartbeat. */
    public LeaseKeeper lease() {
        return lease;
    }

    public boolean keepsState() {
        return keepsState;
    }

    /** True if the journals of a program get an entry for each task that is done. */
    public boolean keepsTasks(InstalledProgram installed) {
        return keepsState && options.run().history().keepsTasks(installed.program());
    }

    /** The log of failing instances. */
    public FaultLog faults() {
        return faults;
    }

    public GroupCommitJournal journal() {
        return journal;
    }

    /** Memory that instances hold. */
    public MemoryBudget memory() {
        return memory;
    }

    /** Ids for new instances. */
    public InstanceIdGenerator ids() {
        return ids;
    }

    /** From now on no instance is started and no call begins. */
    public void beginStop() {
        stopping = true;
    }

    public boolean stopping() {
        return stopping;
    }

    /** Stopping has ended. */
    public void endStop() {
        stopped = true;
    }

    /** True after stopping has ended: later failures of calls may come from the shutdown of the application around them. */
    public boolean stopped() {
        return stopped;
    }
}
