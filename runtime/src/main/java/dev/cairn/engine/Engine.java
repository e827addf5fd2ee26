package dev.cairn.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.cairn.api.CairnException;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceView;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.audit.CostlyEventFilterLog;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.EventRouter;
import dev.cairn.engine.event.EventSendPort;
import dev.cairn.engine.instance.BuiltInPerformers;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.EndedInstanceCache;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceDependencies;
import dev.cairn.engine.instance.InstanceExitHandler;
import dev.cairn.engine.instance.InstanceFactory;
import dev.cairn.engine.instance.InstanceForkRequest;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.InstanceVisitor;
import dev.cairn.engine.instance.LifecycleNotifier;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.LeaseKeeper;
import dev.cairn.engine.node.MemoryBudget;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.node.RendezvousNodeOrder;
import dev.cairn.engine.observer.EngineLoad;
import dev.cairn.engine.observer.EngineStatus;
import dev.cairn.engine.operation.AnswerEvaluator;
import dev.cairn.engine.operation.BulkCommandRegistry;
import dev.cairn.engine.operation.CommandRouter;
import dev.cairn.engine.operation.InstanceSearch;
import dev.cairn.engine.operation.QueryReader;
import dev.cairn.engine.operation.RemoteBulkOperationLookup;
import dev.cairn.engine.operation.RetentionCleaner;
import dev.cairn.engine.operation.TaskHistoryReader;
import dev.cairn.engine.operation.UnloadedInstanceWriter;
import dev.cairn.engine.operation.UpdateSender;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.engine.recovery.DueTimerClaimer;
import dev.cairn.engine.recovery.InstanceClaimer;
import dev.cairn.engine.recovery.LoadWaiterRegistry;
import dev.cairn.engine.recovery.LostOwnershipHandler;
import dev.cairn.engine.recovery.OrphanClaimer;
import dev.cairn.engine.schedule.EngineSchedules;
import dev.cairn.engine.start.ConcurrencyLimitQueue;
import dev.cairn.engine.start.InstanceStarter;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Runs the instances of an application. Safe for any thread; nothing but {@link #stop} blocks.
 */
public final class Engine {

    private final NodeContext context;
    private final InstanceStore store;
    private final BuiltInPerformers performers = new BuiltInPerformers();
    private final InstanceFactory factory;
    private final InstanceRegistry instances;
    private final InstanceStartGateway gateway;
    private final InstanceClaimer recovery;
    private final OrphanClaimer orphans;
    private final EventRouter events;
    private final LostOwnershipHandler ownership;
    private final DueTimerClaimer dueTimers;
    private final RetentionCleaner retention;
    private final InstanceSearch finder;
    private final CommandRouter operations;
    private final TaskHistoryReader histories;
    private final QueryReader queries;
    private final UpdateSender updates;
    private final BulkCommandRegistry bulk;
    private final RemoteBulkOperationLookup remoteBulk;
    private final ConcurrencyLimitQueue startQueue;
    private final EngineSchedules schedules;

    /** An engine that does nothing yet but take starts; see {@link #start}. The store is not closed by it. */
    public Engine(EngineOptions options, InstanceStore store, ProgramRegistry programs, EngineThreads threads,
            TimerService timers, TimeSource time, RandomSource chance) {
        this.context = new NodeContext(options, store, programs, threads, timers, time, chance);
        this.store = store;
        ListenerIndex listeners = new ListenerIndex();
        LifecycleNotifier lifecycle = new LifecycleNotifier(programs, listeners, event -> events().pass(event));
        InstanceDependencies dependencies = new InstanceDependencies(context, lifecycle, listeners,
                new CostlyEventFilterLog(options.work().workerBudget()), performers);
        this.factory = new InstanceFactory(dependencies, new Supervisor());
        this.instances = new InstanceRegistry(context, store,
                new EndedInstanceCache(options.memory().endedInstances(), options.memory().endedBytes()),
                lifecycle.changeListeners());
        LoadWaiterRegistry arrivals = new LoadWaiterRegistry(instances::standsStill);
        this.recovery = new InstanceClaimer(context, store, instances, factory, arrivals,
                new PassiveRowDispatcher(this::startQueue, this::schedules, () -> events().dueSets()));
        this.orphans = new OrphanClaimer(context, store, recovery);
        this.ownership = new LostOwnershipHandler(context, store, instances);
        this.dueTimers = new DueTimerClaimer(context, store, instances, recovery);
        this.retention = new RetentionCleaner(context, store);
        this.finder = new InstanceSearch(programs, store, instances, context.time());
        UnloadedInstanceWriter rest = new UnloadedInstanceWriter(context, instances, lifecycle, ended -> {
            startQueue().ended(ended.workflow());
            schedules().ended(ended.keys());
        });
        this.startQueue = new ConcurrencyLimitQueue(context, store, instances, recovery, rest);
        InstanceStarter starter = new InstanceStarter(context, factory, instances, startQueue);
        this.events = new EventRouter(dependencies, store, instances, recovery, orphans,
                (program, input, id, details) -> starter.start(program, input, id, details, CallerWaitLimit.none()),
                new EventSendPort() {
                    @Override
                    public Promise<Void> sendHere(String id, JsonPayload event) {
                        return operations().commandHere(id, OperatorCommand.send(null, event));
                    }

                    @Override
                    public Promise<Void> sendAnywhere(String id, JsonPayload event) {
                        return operations().sendPublished(id, event);
                    }
                });
        this.gateway = new InstanceStartGateway(context, starter, instances);
        this.operations = new CommandRouter(context, store, instances, recovery, arrivals, rest);
        this.schedules = new EngineSchedules(context, store, instances, recovery, dueTimers, starter, operations);
        this.histories = new TaskHistoryReader(context);
        this.queries = new QueryReader(context, instances, new AnswerEvaluator(context));
        // Updates have bounds of their own: callers that wait for answers must not keep queries waiting.
        this.updates = new UpdateSender(context, store, instances, operations, new AnswerEvaluator(context));
        this.bulk = new BulkCommandRegistry(context, finder, operations, recovery::underWay);
        this.remoteBulk = new RemoteBulkOperationLookup(context, bulk, events.notices());
        performers.install(events::emit, new ChildWorkflowPerformer(context, starter, instances, operations));
    }

    /**
     * Takes up the instances that an earlier life of the application left, and starts the timers and retention. Returns at
     * once.
     */
    public void start() {
        context.threads().worker(() -> programs().all().forEach(InstalledProgram::prepare));
        if (context.keepsState()) {
            LeaseKeeper lease = context.lease();
            lease.whenTermBegins(this::termBegins);
            lease.whenTermBegins(context.options().observer()::leaseBegan);
            lease.whenSuperseded(ownership::end);
            // Asked before the first heartbeat: the answer is there when the first instance is started.
            recovery.nodeOrder().look();
            lease.begin();
        } else {
            events.begin();
            schedules.begin();
        }
    }

    private void termBegins(long term) {
        if (term == 1) {
            orphans.look();
            dueTimers.begin();
            retention.begin();
            context.lease().afterHeartbeat(orphans::look);
            context.lease().afterHeartbeat(recovery::goOn);
            operations.begin();
            remoteBulk.begin();
            events.begin();
            startQueue.begin();
            schedules.begin();
        } else {
            ownership.check();
        }
    }

    /**
     * Takes no more starts, begins no more calls, and waits until the answers of those under way are durable, at most as long as
     * the options say. Calls that are not answered then are cancelled, and made again when the instance goes on.
     */
    public void stop() {
        context.beginStop();
        dueTimers.end();
        retention.end();
        try {
            EngineShutdown.untilQuiet(instances, context.options().run().stopTimeoutMillis());
        } finally {
            context.endStop();
            events.stop();
            updates.stop();
            context.wallTimers().cancelAll();
            EngineShutdown.leave(context.lease(), nodeId());
        }
    }

    /** The kind of work that the store fails at; empty if it answers. */
    Optional<String> trouble() {
        return context.trouble();
    }

    /** Condition of the engine; cheap, thread-safe. */
    public EngineStatus condition() {
        LeaseKeeper lease = context.lease();
        return new EngineStatus(context.options().cluster().node().name(), store.capabilities().name(),
                trouble(), lease.leftMillis(), !context.keepsState() || lease.begun(),
                new EngineLoad(instances.liveCount(), recovery.underWay(), instances.parkedCount(), journal().waiting()));
    }

    /** Shows each instance in memory and each that is parked here; from any thread. The cost grows with their number. */
    public void visit(InstanceVisitor visitor) {
        instances.live().forEach(instance -> visitor.visit(instance.view(), false));
        instances.parkedViews().forEach(view -> visitor.visit(view, true));
    }

    /** Amount of pure work that waits for a worker. */
    public int waitingWork() {
        return context.pureWork().waiting();
    }

    /**
     * Which part of this application has failed for ever, for a health check; empty if none has. Only another start of the application helps.
     */
    public Optional<String> fatality() {
        return context.fatalFailures().failure().or(store::fatality);
    }

    /** The parts of the node that all classes of the engine use. */
    NodeContext context() {
        return context;
    }

    /** Starts instances and gets their results, for callers of any kind. */
    public InstanceStartGateway gateway() {
        return gateway;
    }

    /** The programs it runs. */
    public ProgramRegistry programs() {
        return context.programs();
    }

    /** Memory that instances hold. */
    public MemoryBudget memory() {
        return context.memory();
    }

    /** Counts groups and writes, for measurements and tests. */
    public GroupCommitJournal journal() {
        return context.journal();
    }

    /**
     * Starts an instance. Pure tasks up to the first effect run on the calling thread.
     *
     * @param program the program to run
     * @param input raw input in canonical form
     * @param idempotencyKey or null; a key that was used with another input fails with {@code KEY_REUSED}
     * @return completes once the start is durable; fails with {@link CairnException}
     */
    public Uni<DurableStartResult> start(InstalledProgram program, JsonPayload input, String idempotencyKey) {
        return gateway.start(program, input, idempotencyKey, StartMetadata.of(SearchKeys.NONE).withTrace(gateway.caller()),
                new CallerWaitLimit()).uni();
    }

    /**
     * The end of an instance.
     *
     * @return completes once its end is durable; fails with {@link CairnException} if there is no such instance, or it cannot go on
     */
    public Uni<Ended> outcome(String id) {
        return instances.outcome(id);
    }

    /** Has a worker do pure work that belongs to no instance, in its turn beside the work of instances; completes there. */
    public <T> Uni<T> compute(Uni<T> work) {
        return work.runSubscriptionOn(context.pureWork().lane("inputs")::add);
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

    /** As {@link #find(InstanceFilter, int, String)}, among some workflows; see {@link InstanceSearch}. */
    Uni<InstancePage> find(InstanceFilter filter, Set<String> workflows, int limit, String cursor) {
        return finder.find(filter, workflows, limit, cursor);
    }

    /** As {@link dev.cairn.api.CairnClient#counts()}; fails as the store does. */
    Uni<List<InstanceCount>> counts() {
        return finder.counts();
    }

    /** Asks an instance for something, wherever it is; completes when that is durable, fails with {@link CairnException}. */
    Uni<Void> command(String id, OperatorCommandKind command) {
        return operations.command(id, new OperatorCommand(command, null));
    }

    /**
     * Makes a new instance that repeats another one until a task begins, which gets another input.
     *
     * @param input raw input of the task in canonical form, instead of the request's
     * @param origin the caller, or null
     */
    Uni<DurableStartResult> fork(String id, ForkRequest request, JsonPayload input, CommandOrigin origin) {
        if (context.stopping()) {
            return Uni.createFrom().failure(EngineFailureTranslator.ofStop());
        }
        String key = request.idempotencyKey();
        return operations.fork(id, new InstanceForkRequest(request.task(), request.run(), input, origin),
                key == null ? context.ids().next() : InstanceIdGenerator.ofKey("fork:" + id, key));
    }

    /** Commands to one instance. */
    CommandRouter operations() {
        return operations;
    }

    /** Histories of instances. */
    TaskHistoryReader histories() {
        return histories;
    }

    /** Queries of instances. */
    QueryReader queries() {
        return queries;
    }

    /** Events that instances answer. */
    UpdateSender updates() {
        return updates;
    }

    /** The schedules of its workflows. */
    public EngineSchedules schedules() {
        return schedules;
    }

    /** Commands to many instances. */
    BulkCommandRegistry bulk() {
        return bulk;
    }

    /** The bulk commands of other nodes. */
    RemoteBulkOperationLookup remoteBulk() {
        return remoteBulk;
    }

    /** Performs the effects that need no performer of a program. */
    BuiltInPerformers performers() {
        return performers;
    }

    /** Makes the objects that run instances. */
    InstanceFactory factory() {
        return factory;
    }

    /** The starts that wait until others have ended. */
    ConcurrencyLimitQueue startQueue() {
        return startQueue;
    }

    /** The view of an instance whose journal was loaded. */
    InstanceView view(StoredInstance stored) {
        return instances.viewOf(stored);
    }

    /** The events of this node. */
    EventRouter events() {
        return events;
    }

    boolean stopping() {
        return context.stopping();
    }

    /** The owner's id of the instances that this life of the application runs. */
    String nodeId() {
        return context.nodeId();
    }

    /** The other nodes, as they were seen last. */
    RendezvousNodeOrder nodeOrder() {
        return recovery.nodeOrder();
    }

    /** Removes instances from memory that end, wait or cannot go on, and brings back those that this node still owns. */
    private final class Supervisor implements InstanceExitHandler {

        @Override
        public void ended(InstanceActorReference instance, Ended ended) {
            if (!context.keepsState()) {
                instances.remember(instance.view());
            }
            instances.end(instance, ended);
            startQueue.ended(instance);
            schedules.ended(instance.keys());
        }

        @Override
        public void passivate(InstanceActorReference instance, long wakeAtMillis) {
            instances.remove(instance);
            if (wakeAtMillis != InstanceRow.NEVER) {
                dueTimers.waits(instance.id(), wakeAtMillis);
            }
        }

        @Override
        public void postpone(InstanceActorReference instance, long wakeAtMillis) {
            recovery.postpone(instance, wakeAtMillis);
        }

        @Override
        public void forget(InstanceActorReference instance) {
            leaves(instance);
            orphans.suspectStrays();
        }

        @Override
        public void leaves(InstanceActorReference instance) {
            instances.forget(instance);
        }

        @Override
        public void exists(InstanceActorReference instance) {
            reload(instance);
        }

        @Override
        public void lost(InstanceActorReference instance) {
            ownership.sayTaken(instance);
            reload(instance);
        }

        @Override
        public void refused(InstanceActorReference instance, long term, boolean fenced) {
            reload(instance);
            ownership.lookFor(instance, term, fenced);
        }

        private void reload(InstanceActorReference instance) {
            instances.remove(instance);
            recovery.claim(instance.id());
        }

        @Override
        public void park(InstanceActorReference instance, InstanceWrite parking, Throwable cause) {
            instance.outcome().fail(instances.park(instance, instance.view(), parking, cause));
            instance.started().fail(cause);
        }
    }
}
