package dev.cairn.engine.start;

import java.util.List;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceFactory;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.InvalidInputException;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.StartRefusal;
import dev.cairn.executor.JournalEvent;
import dev.cairn.program.Program;
import dev.cairn.spi.StoreException;
import dev.cairn.value.CompiledSchema;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** Starts instances, or refuses a start with the reason. Thread-safe. */
public final class InstanceStarter {

    private final NodeContext context;
    private final InstanceFactory factory;
    private final InstanceRegistry instances;
    private final ConcurrencyLimitQueue startQueue;
    private final EngineObserver observer;

    public InstanceStarter(NodeContext context, InstanceFactory factory, InstanceRegistry instances,
            ConcurrencyLimitQueue startQueue) {
        this.context = context;
        this.factory = factory;
        this.instances = instances;
        this.startQueue = startQueue;
        this.observer = context.observers().engine();
    }

    /**
     * Starts an instance, unless there is one with the id already.
     *
     * @param givenId or null for a new one
     * @return completes once the start is durable; fails with {@link CairnException}
     */
    public Promise<DurableStartResult> start(InstalledProgram program, JsonPayload input, String givenId, StartMetadata given,
            CallerWaitLimit callerWait) {
        if (context.stopping()) {
            observer.startRefused(StartRefusal.STOPPING);
            return Promise.failed(EngineFailureTranslator.ofStop());
        }
        List<CompiledSchema.Violation> violations = program.violations(input.tree());
        if (!violations.isEmpty()) {
            return unlessStarted(program, givenId, new InvalidInputException(program.program().id(), violations));
        }
        if (context.keepsState() && !context.lease().held()) {
            // At the start of the application the first heartbeat is waited for; later there should have been one. A start that
            // throws fails alone: an exception must reach neither the other starts that wait nor the lease.
            return Promise.of(context.lease().decided().uni().chain(any -> (context.lease().held()
                    ? begin(program, input, givenId, given, callerWait)
                    : refused(program, StartRefusal.STORE, "it has not answered the heartbeats of this node")).uni()));
        }
        return begin(program, input, givenId, given, callerWait);
    }

    private Promise<DurableStartResult> begin(InstalledProgram program, JsonPayload input, String givenId, StartMetadata given,
            CallerWaitLimit callerWait) {
        if (context.journal().isFull()) {
            return refused(program, StartRefusal.JOURNAL, "too many writes wait for it");
        }
        if (context.memory().refuses(givenId)) {
            return unlessStarted(program, givenId, EngineFailureTranslator.noRoom(program.program().workflow()));
        }
        Program data = program.program();
        SearchKeys keys;
        try {
            keys = program.keys(input.tree(), given.keys(), context.options().work().eventLoopBudget());
        } catch (IllegalArgumentException noKey) {
            return unlessStarted(program, givenId, EngineFailureTranslator.noKeys(data.id(), noKey));
        }
        String id = givenId == null ? context.ids().next() : givenId;
        if (givenId != null && instances.ended(id) != null) {
            return Promise.completed(new DurableStartResult(id, false, null));
        }
        if (startQueue.limits(data.workflow())) {
            InstanceActorReference live = instances.live(id);
            return live != null ? started(live, false) : startQueue.add(program, input, id, given.withKeys(keys));
        }
        InstanceActorReference instance = factory.create(id, program,
                new JournalEvent.Started(data.workflow(), data.version(), data.shape(), context.time().millis(), input),
                given.withKeys(keys));
        InstanceActorReference running = instances.add(instance);
        if (running != null) {
            instance.leave();
            callerWait.waitsFor(running);
            return started(program, givenId, running, false);
        }
        callerWait.begins(id);
        instance.begin(callerWait.isOver());
        callerWait.waitsFor(instance);
        return started(program, givenId, instance, true);
    }

    /** As {@link #started(Instance, boolean)}; an instance that needs a worker may be refused once it has begun. */
    private Promise<DurableStartResult> started(InstalledProgram program, String givenId, InstanceActorReference instance,
            boolean mine) {
        Promise<DurableStartResult> started = started(instance, mine);
        return givenId == null ? started
                : Promise.of(started.uni().onFailure(EngineFailureTranslator::isOverload)
                        .recoverWithUni(refusal -> unlessStarted(program, givenId, (CairnException) refusal).uni()));
    }

    /** An input is refused, unless an earlier start took it: that may have been with another version. */
    private Promise<DurableStartResult> unlessStarted(InstalledProgram program, String givenId, CairnException refusal) {
        return givenId == null ? Promise.failed(refusal)
                : Promise.of(earlier(program.program().workflow(), givenId).onItem().ifNull().failWith(refusal));
    }

    /**
     * Finds the start of an instance that is there already.
     *
     * @return null if there is none; fails with {@link CairnException} if that is not known
     */
    public Uni<DurableStartResult> earlier(String workflow, String id) {
        if (context.stopping()) {
            return Uni.createFrom().failure(EngineFailureTranslator.ofStop());
        }
        InstanceActorReference live = instances.live(id);
        return live != null ? started(live, false).uni()
                : instances.exists(id).map(exists -> exists ? new DurableStartResult(id, false, null) : null)
                        .onFailure().transform(failure -> EngineFailureTranslator.ofStart(workflow, failure));
    }

    private Promise<DurableStartResult> refused(InstalledProgram program, StartRefusal reason, String why) {
        observer.startRefused(reason);
        return Promise
                .failed(EngineFailureTranslator.ofStart(program.program().workflow(), new StoreException(why, false, null)));
    }

    private Promise<DurableStartResult> started(InstanceActorReference instance, boolean mine) {
        Promise<DurableStartResult> started = new Promise<>();
        instance.started().listen((created, failure) -> {
            if (failure == null) {
                started.complete(new DurableStartResult(instance.id(), mine && created, created ? instance.outcome() : null));
            } else {
                CairnException told = EngineFailureTranslator.ofStart(instance.view().workflow(), failure);
                if (mine) {
                    observe(told);
                }
                started.fail(told);
            }
        });
        return started;
    }

    private void observe(CairnException refusal) {
        if (refusal.reason() == Reason.OVERLOADED) {
            observer.startRefused(StartRefusal.WORK);
        } else if (refusal.reason() == Reason.STORE_UNAVAILABLE) {
            observer.startRefused(StartRefusal.STORE);
        }
    }
}
