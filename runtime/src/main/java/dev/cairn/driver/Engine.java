package dev.cairn.driver;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.cairn.api.CairnException;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceView;
import dev.cairn.api.SearchKeys;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.journal.Journal;
import dev.cairn.journal.Surroundings;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.Chance;
import dev.cairn.time.InstanceIds;
import dev.cairn.time.SharedClock;
import dev.cairn.time.TimeSource;
import dev.cairn.time.Timers;
import dev.cairn.time.WallTimers;
import dev.cairn.value.Payload;
import io.smallrye.mutiny.Uni;

/**
 * Runs the instances of an application. Safe for any thread; nothing but {@link #stop} blocks.
 */
public final class Engine {

    static final long FIRST_EPOCH = 1;

    private final EngineOptions options;
    private final InstanceStore store;
    private final Programs programs;
    private final ProgramObservers observers;
    private final Threads threads;
    private final PureWork pureWork;
    private final WorkLimits workLimits;
    private final Timers timers;
    private final SharedClock time;
    private final WallTimers wallTimers;
    private final String nodeId;
    private final StoreHealth health;
    private final FatalFailures fatalFailures = new FatalFailures();
    private final Lease lease;
    private final Chance chance;
    private final boolean keepsState;
    private final Journal journal;
    private final FaultLog faults;
    private final MemoryBudget memory;
    private final InstanceIds ids;
    private final InstanceTable table;
    private final InstanceStarter starter;
    private final Recovery recovery;
    private final Orphans orphans;
    private final Events events;
    private final Ownership ownership;
    private final DueTimers dueTimers;
    private final Retention retention;
    private final Finder finder;
    private final Operations operations;
    private final StartQueue startQueue;
    private final Children children = new Children(this);
    private volatile boolean stopping;
    private volatile boolean stopped;

    /** An engine that does nothing yet but take starts; see {@link #start}. The store is not closed by it. */
    public Engine(EngineOptions options, InstanceStore store, Programs programs, Threads threads, Timers timers,
            TimeSource time, Chance chance) {
        this.options = options;
        this.store = store;
        this.programs = programs;
        this.observers = new ProgramObservers(options.observer(), programs);
        this.threads = threads;
        this.pureWork = new PureWork(threads::worker, Runtime.getRuntime().availableProcessors(), time::elapsedNanos,
                threads.workersMayWait());
        this.workLimits = new WorkLimits(options.work(), pureWork, time, observers);
        this.timers = timers;
        this.time = new SharedClock(time);
        this.wallTimers = new WallTimers(fatalFailures.watching("timers", timers), this.time, threads::worker);
        this.nodeId = options.cluster().node().id();
        this.health = new StoreHealth(this.time, store.capabilities().shared());
        this.lease = new Lease(options.cluster(), store, this.time, fatalFailures.watching("heartbeat", timers), health);
        this.chance = chance;
        this.keepsState = store.capabilities().keepsState();
        this.faults = new FaultLog(timers, keepsState);
        this.journal = new Journal(store, options.journal(), new Surroundings(this.time, timers,
                new Processors(this.time, threads::worker, Processors.loadOfMachine()), pureWork.lane("encoding")::add,
                threads::worker), cause -> fatalFailures.failed("group commit", cause),
                options.observer()::groupCommitted);
        this.memory = new MemoryBudget(options.memory().budgetBytes(), options.run().maxDepth(), this.time,
                () -> options.observer().startRefused(StartRefusal.MEMORY));
        this.ids = new InstanceIds(this.time, chance);
        this.table = new InstanceTable(this, store,
                new EndedInstances(options.memory().endedInstances(), options.memory().endedBytes()));
        this.starter = new InstanceStarter(this, table, ids);
        this.recovery = new Recovery(this, store, table);
        this.orphans = new Orphans(this, store, recovery);
        this.events = new Events(this, store, table, recovery, orphans);
        this.ownership = new Ownership(this, store, table);
        this.dueTimers = new DueTimers(this, store, table, recovery);
        this.retention = new Retention(this, store);
        this.finder = new Finder(programs, store, table, this.time);
        this.operations = new Operations(this, store, table, recovery);
        this.startQueue = new StartQueue(this, store, table, recovery);
    }

    /**
     * Takes up the instances that an earlier life of the application left, and starts the timers and retention. Returns at
     * once.
     */
    public void start() {
        threads.worker(() -> programs.all().forEach(InstalledProgram::prepare));
        if (keepsState) {
            lease.whenTermBegins(this::termBegins);
            lease.whenTermBegins(options.observer()::leaseBegan);
            lease.whenSuperseded(ownership::end);
            // Asked before the first heartbeat: the answer is there when the first instance is started.
            recovery.peers().look();
            lease.begin();
        }
    }

    private void termBegins(long term) {
        if (term == 1) {
            orphans.look();
            dueTimers.begin();
            retention.begin();
            lease.afterHeartbeat(orphans::look);
            lease.afterHeartbeat(recovery::goOn);
            operations.begin();
            events.begin();
            startQueue.begin();
        } else {
            ownership.check();
        }
    }

    /**
     * Takes no more starts, begins no more calls, and waits until the answers of those under way are durable, at most as long as
     * the options say. Calls that are not answered then are cancelled, and made again when the instance goes on.
     */
    public void stop() {
        stopping = true;
        dueTimers.end();
        retention.end();
        try {
            EngineStop.untilQuiet(table, options.run().stopTimeoutMillis());
        } finally {
            stopped = true;
            events.stop();
            wallTimers.cancelAll();
            EngineStop.leave(lease, nodeId);
        }
    }

    /** The kind of work that the store fails at; empty if it answers. */
    Optional<String> trouble() {
        return health.trouble().map(work -> work.name().toLowerCase(Locale.ROOT));
    }

    /** Condition of the engine; cheap, thread-safe. */
    public EngineCondition condition() {
        return new EngineCondition(options.cluster().node().name(), store.capabilities().name(),
                trouble(), lease.leftMillis(), !keepsState || lease.begun(), table.liveCount(), recovery.underWay(),
                table.parkedCount(), journal.waiting());
    }

    /** Shows each instance in memory and each that is parked here; from any thread. The cost grows with their number. */
    public void visit(InstanceVisitor visitor) {
        table.live().forEach(instance -> visitor.visit(instance.view(), false));
        table.parkedViews().forEach(view -> visitor.visit(view, true));
    }

    /** Amount of pure work that waits for a worker. */
    public int waitingWork() {
        return pureWork.waiting();
    }

    /**
     * Which part of this application has failed for ever, for a health check; empty if none has. Only another start of the application helps.
     */
    public Optional<String> fatality() {
        return fatalFailures.failure().or(store::fatality);
    }

    /** Collects failures of parts that everything depends on. */
    FatalFailures fatalFailures() {
        return fatalFailures;
    }

    /** The programs it runs. */
    public Programs programs() {
        return programs;
    }

    /** Memory that instances hold. */
    public MemoryBudget memory() {
        return memory;
    }

    /** Counts groups and writes, for measurements and tests. */
    public Journal journal() {
        return journal;
    }

    /**
     * Starts an instance. Pure tasks up to the first effect run on the calling thread.
     *
     * @param program the program to run
     * @param input raw input in canonical form
     * @param idempotencyKey or null; a key that was used with another input fails with {@code KEY_REUSED}
     * @return completes once the start is durable; fails with {@link CairnException}
     */
    public Uni<Start> start(InstalledProgram program, Payload input, String idempotencyKey) {
        return start(program, input, idempotencyKey, SearchKeys.NONE, new CallerWait());
    }

    /**
     * As {@link #start(InstalledProgram, Payload, String)}, with search keys that override those of the definition.
     *
     * @param callerWait bounds the wait of the start for long pure work, so that both are written together
     */
    public Uni<Start> start(InstalledProgram program, Payload input, String idempotencyKey, SearchKeys given,
            CallerWait callerWait) {
        return start(program, input, idempotencyKey, new StartDetails(given, null, observers.engine().caller()), callerWait);
    }

    /** Starts an instance with keys, an origin and a place in a trace. */
    Uni<Start> start(InstalledProgram program, Payload input, String idempotencyKey, StartDetails details,
            CallerWait callerWait) {
        if (idempotencyKey == null) {
            return starter.start(program, input, null, details, callerWait);
        }
        return starter
                .start(program, input, InstanceIds.ofKey(program.program().workflow(), idempotencyKey), details, callerWait)
                .chain(start -> start.created() ? Uni.createFrom().item(start) : table.sameInput(start, input));
    }

    /** Starts instances whose ids are given. */
    InstanceStarter starter() {
        return starter;
    }

    /**
     * The end of an instance.
     *
     * @return completes once its end is durable; fails with {@link CairnException} if there is no such instance, or it cannot go on
     */
    public Uni<Ended> outcome(String id) {
        return table.outcome(id);
    }

    /** Has a worker do pure work that belongs to no instance, in its turn beside the work of instances; completes there. */
    public <T> Uni<T> compute(Uni<T> work) {
        return work.runSubscriptionOn(pureWork.lane("inputs")::add);
    }

    /**
     * The text of a value as jq prints it; a large value is written on a worker, so that it delays no other instance, and
     * completes there.
     */
    public Uni<byte[]> text(Payload value) {
        Uni<byte[]> text = Uni.createFrom().item(value::jqText);
        if (!value.isAtLeast(Journal.MOST_BYTES_INLINE)) {
            return text;
        }
        return memory.holding(value, large(value, text));
    }

    private Uni<byte[]> large(Payload value, Uni<byte[]> text) {
        // A value that is only scanned does not wait behind the work of other instances.
        return value.knownTextBytes() >= 0 ? text.runSubscriptionOn(threads::worker)
                : text.runSubscriptionOn(pureWork.lane("results")::add).emitOn(threads::worker);
    }

    /**
     * The end of an instance that was started just now; as {@link #outcome(String)}, but without a lookup if it is known
     * already.
     */
    public Uni<Ended> outcome(Start start) {
        Once<Ended> outcome = start.outcome();
        // In a store that keeps state, an instance may leave memory and come back as another object, with another outcome.
        return outcome != null && (!keepsState || start.isOver()) ? outcome.uni() : outcome(start.instanceId());
    }

    /**
     * Finds instances, newest first.
     *
     * @param limit rows a page, 1 to 1,000
     * @param cursor the cursor that the previous page returned, or null for the first
     * @throws CairnException if there is no such workflow
     */
    public Uni<InstancePage> find(InstanceFilter filter, int limit, String cursor) {
        return finder.find(filter, limit, cursor);
    }

    /** As {@link dev.cairn.api.CairnClient#counts()}; fails as the store does. */
    Uni<List<InstanceCount>> counts() {
        return finder.counts();
    }

    /** Asks an instance for something, wherever it is; completes when that is durable, fails with {@link CairnException}. */
    Uni<Void> command(String id, Command command) {
        return operations.command(id, new OperatorCommand(command, null));
    }

    /**
     * Makes a new instance that repeats another one until a task begins, which gets another input.
     *
     * @param input raw input of the task in canonical form, instead of the request's
     * @param origin the caller, or null
     */
    Uni<Start> fork(String id, ForkRequest request, Payload input, CommandOrigin origin) {
        if (stopping) {
            return Uni.createFrom().failure(Failures.ofStop());
        }
        String key = request.idempotencyKey();
        return operations.fork(id, new TaskFork(request.task(), request.run(), input, origin),
                key == null ? ids.next() : InstanceIds.ofKey("fork:" + id, key));
    }

    /** Runs workflows that instances want run. */
    Performer children() {
        return children;
    }

    Operations operations() {
        return operations;
    }

    /** Starts that wait until other instances of their workflow have ended. */
    StartQueue startQueue() {
        return startQueue;
    }

    /** An instance as it is now; fails with {@link CairnException} if there is none with this id. */
    public Uni<InstanceView> view(String id) {
        return table.view(id);
    }

    /** The same of one whose journal was loaded. */
    InstanceView view(StoredInstance stored) {
        return table.viewOf(stored);
    }

    /** The events of this node. */
    Events events() {
        return events;
    }

    boolean stopping() {
        return stopping;
    }

    /** True after stopping has ended: later failures of calls may come from the shutdown of the application around them. */
    boolean stopped() {
        return stopped;
    }

    /** The owner's id of the instances that this life of the application runs. */
    String nodeId() {
        return nodeId;
    }

    /** The right to run its instances, and the work of each heartbeat. */
    Lease lease() {
        return lease;
    }

    StoreHealth health() {
        return health;
    }

    /** The other nodes, as they were seen last. */
    Peers peers() {
        return recovery.peers();
    }

    /** Observes the engine. */
    ProgramObservers observers() {
        return observers;
    }

    /** The log of failing instances. */
    FaultLog faults() {
        return faults;
    }

    boolean keepsState() {
        return keepsState;
    }

    /** True if the journals of a program get an entry for each task that is done. */
    boolean keepsTasks(InstalledProgram installed) {
        return keepsState && options.run().history().keepsTasks(installed.program());
    }

    EngineOptions options() {
        return options;
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

    /** An instance has ended, durably. */
    void ended(Instance instance, Ended ended) {
        if (!keepsState) {
            table.remember(instance.view());
        }
        table.end(instance, ended);
        startQueue.ended(instance);
    }

    /** An instance waits long enough to leave the memory, or is suspended. Its journal brings it back. */
    void passivate(Instance instance, long wakeAtMillis) {
        table.remove(instance);
        if (wakeAtMillis != InstanceRow.NEVER) {
            dueTimers.waits(instance.id(), wakeAtMillis);
        }
    }

    /** Memory has no room for the calls that an instance is about to make: it leaves memory until there is. */
    void postpone(Instance instance, long wakeAtMillis) {
        recovery.postpone(instance, wakeAtMillis);
    }

    /** The outcome of creating an instance is unknown; its caller received a failure. */
    void forget(Instance instance) {
        leaves(instance);
        orphans.suspectStrays();
    }

    /** An instance was not begun: nothing of it was written, and its caller receives a failure. */
    void leaves(Instance instance) {
        table.forget(instance);
    }

    /**
     * The id of a new instance was taken: an earlier start with the same idempotency key was stored. If the reply to that start
     * was lost, no node runs that instance, so this node takes it up.
     */
    void exists(Instance instance) {
        reload(instance);
    }

    /** A newer claim exists: its owner goes on. If no live node owns it, this node takes the instance up again. */
    void lost(Instance instance) {
        ownership.sayTaken(instance);
        reload(instance);
    }

    /** As {@link #lost}, for all that is known: the store has refused what was surely this node's in a term; fenced: a write. */
    void refused(Instance instance, long term, boolean fenced) {
        reload(instance);
        ownership.lookFor(instance, term, fenced);
    }

    private void reload(Instance instance) {
        table.remove(instance);
        recovery.claim(instance.id());
    }

    /** An instance cannot go on: it is parked until it is resumed or the application is started again, with the reason. */
    void park(Instance instance, InstanceWrite parking, Throwable cause) {
        instance.outcome().fail(table.park(instance, instance.view(), parking, cause));
        instance.started().fail(cause);
    }
}
