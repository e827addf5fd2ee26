package dev.cairn.engine.operation;

import java.util.List;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.RecordedCommand;
import dev.cairn.engine.audit.CommandAuditRecord;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceForkRequest;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.InstanceViewMapper;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.engine.recovery.InstanceClaimer;
import dev.cairn.engine.recovery.LoadWaiterRegistry;
import dev.cairn.engine.recovery.LoadWaiterRegistry.ArrivalListener;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** Brings commands of operators to an instance: in memory here, at rest in the store, or on another node. */
public final class CommandRouter implements IncomingCommandExecutor {

    private static final long PATIENCE_MILLIS = 15_000;
    private static final long AGAIN_MILLIS = 50;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceRegistry instances;
    private final InstanceClaimer recovery;
    private final UnloadedInstanceWriter unloadedWriter;
    private final NodeCommandMessenger messages;
    private final DirectEventSender directEvents;
    private final ManualTimerTrigger timerFiring;
    /** Commands for instances that are being brought into memory for them. */
    private final LoadWaiterRegistry loadWaiters;

    public CommandRouter(NodeContext context, InstanceStore store, InstanceRegistry instances, InstanceClaimer recovery,
            LoadWaiterRegistry loadWaiters, UnloadedInstanceWriter unloadedWriter) {
        this.context = context;
        this.store = store;
        this.instances = instances;
        this.recovery = recovery;
        this.loadWaiters = loadWaiters;
        this.unloadedWriter = unloadedWriter;
        // An event or a timer has a whole journal loaded: many at a time would fill the memory.
        InspectionLimiter searches = new InspectionLimiter(Runtime.getRuntime().availableProcessors());
        this.directEvents = new DirectEventSender(context, searches);
        this.timerFiring = new ManualTimerTrigger(context, searches);
        this.messages = new NodeCommandMessenger(context, store, this, recovery.incompatible());
    }

    /** Begins to read commands from other nodes. */
    public void begin() {
        if (store.capabilities().shared()) {
            context.lease().afterHeartbeat(messages::hear);
        }
    }

    /** Completes when the effect of the command is durable. */
    public Uni<Void> command(String id, OperatorCommand command) {
        return command(id, command, CommandAuditRecord.of(CommandKind.valueOf(command.kind().name()), id, command.origin()));
    }

    /** As {@link #command(String, OperatorCommand)}. */
    Uni<Void> command(String id, OperatorCommand command, CommandAuditRecord trail) {
        return trail.told(Uni.createFrom().emitter(emitter -> {
            Promise<Void> done = new Promise<>();
            Runnable impatience = context.timers().after(PATIENCE_MILLIS,
                    () -> done.fail(CommandRejections.notConfirmed(id, command.kind())));
            done.listen((nothing, failure) -> {
                impatience.run();
                if (failure == null) {
                    emitter.complete(null);
                } else {
                    emitter.fail(failure instanceof CairnException ? failure : CommandRejections.unavailable(id, failure));
                }
            });
            attempt(new Waiting(id, command, done, trail, true));
        }));
    }

    /** Brings a published event to an instance that a search has found, on any node; otherwise as {@link #commandHere}. */
    public Promise<Void> sendPublished(String id, JsonPayload event) {
        OperatorCommand command = OperatorCommand.send(null, event);
        Promise<Void> done = new Promise<>();
        Runnable impatience = context.timers().after(PATIENCE_MILLIS,
                () -> done.fail(CommandRejections.notConfirmed(id, command.kind())));
        done.listen((nothing, failure) -> impatience.run());
        attempt(new Waiting(id, command, done, null, true));
        return done;
    }

    @Override
    public Promise<Void> commandHere(String id, OperatorCommand command) {
        Promise<Void> done = new Promise<>();
        attempt(new Waiting(id, command, done, null, false));
        return done;
    }

    /** True if other nodes may have instances in the same store. */
    boolean isShared() {
        return store.capabilities().shared();
    }

    @Override
    public void unlessDone(String id, OperatorCommand command, InstanceStatus phase, Promise<Void> done) {
        unlessDone(id, command, CommandRejections.notNow(id, command, phase), done);
    }

    private void unlessDone(String id, OperatorCommand command, CairnException refusal, Promise<Void> done) {
        if (command.kind() == OperatorCommandKind.SEND) {
            directEvents.unlessTaken(id, command.event(), refusal, done);
        } else {
            timerFiring.unlessFired(id, command.timer(), refusal, done);
        }
    }

    private void attempt(Waiting waiting) {
        if (waiting.done.settled()) {
            return;
        }
        InstanceActorReference instance = instances.live(waiting.id);
        // Read once: a refusal that is looked up later may be gone by then.
        CairnException standsStill = instances.standsStill(waiting.id);
        if (instance != null) {
            obey(instance, waiting);
        } else if (!context.keepsState()) {
            waiting.done.fail(CommandRejections.notInMemory(waiting.id, waiting.kind(), instances.ended(waiting.id)));
        } else if (standsStill != null) {
            parked(waiting, standsStill);
        } else {
            atRest(waiting);
        }
    }

    private void obey(InstanceActorReference instance, Waiting waiting) {
        waiting.found(instance);
        Promise<Void> answer = switch (waiting.kind()) {
            case SEND -> directEvents.send(instance, waiting.command);
            case FIRE -> timerFiring.fire(instance, waiting.command);
            default -> instance.obey(waiting.command);
        };
        answer.listen((nothing, failure) -> {
            if (failure == null) {
                waiting.done.complete(null);
            } else if (waiting.kind().isOnce() && !(failure instanceof InstanceUnloadedException)) {
                waiting.done.fail(failure);
            } else {
                again(waiting);
            }
        });
    }

    private void again(Waiting waiting) {
        if (!waiting.mayPost()) {
            // The caller may have had the command executed by another node since, and given the opposite one after that: it is
            // executed if the message is still there.
            waiting.done.fail(new InstanceUnloadedException());
            return;
        }
        context.timers().after(AGAIN_MILLIS, () -> context.threads().worker(() -> attempt(waiting)));
    }

    private void parked(Waiting waiting, CairnException standsStill) {
        if (waiting.kind().isOnce()) {
            unlessDone(waiting.id, waiting.command, standsStill, waiting.done);
        } else if (waiting.kind() == OperatorCommandKind.SUSPEND) {
            waiting.done.fail(CommandRejections.parked(waiting.id));
        } else if (waiting.kind() != OperatorCommandKind.CANCEL && recovery.incompatible().stays(waiting.id)) {
            waiting.done.fail(standsStill);
        } else if (waiting.kind() == OperatorCommandKind.CANCEL) {
            unloadedWriter.cancelParked(waiting.id, waiting.command.origin()).subscribe().with(done -> settled(waiting, done),
                    waiting.done::fail);
        } else {
            instances.tryAgain(waiting.id);
            bring(waiting);
        }
    }

    private void settled(Waiting waiting, boolean done) {
        if (done) {
            waiting.done.complete(null);
        } else {
            again(waiting);
        }
    }

    private void atRest(Waiting waiting) {
        if (InstanceIdGenerator.isBesideInstances(waiting.id)) {
            waiting.done.fail(CommandRejections.unknown(waiting.id));
            return;
        }
        Uni.createFrom().deferred(() -> store.row(waiting.id)).subscribe().with(found -> {
            InstanceRow row = found.orElse(null);
            waiting.found(row);
            if (row == null) {
                waiting.done.fail(CommandRejections.unknown(waiting.id));
            } else if (waiting.kind().isOnce() && standsStill(row)) {
                unlessDone(waiting.id, waiting.command, row.phase(), waiting.done);
            } else if (row.status().ended()) {
                ended(waiting, row.status());
            } else if (row.isQueued()) {
                queued(waiting);
            } else if (waiting.kind().isDoneIn(row.status())) {
                waiting.done.complete(null);
            } else if (waiting.tried && row.owner() != null && !row.owner().equals(context.nodeId())) {
                elsewhere(waiting);
            } else if (waiting.kind() == OperatorCommandKind.CANCEL && unloadedWriter.cancelsWithoutReplay(row)) {
                unloadedWriter.cancelSuspended(waiting.id, waiting.command.origin()).subscribe().with(
                        done -> settled(waiting, done),
                        waiting.done::fail);
            } else {
                waiting.tried = true;
                bring(waiting);
            }
        }, waiting.done::fail);
    }

    /** True if an instance has ended, is parked or has not begun. */
    private static boolean standsStill(InstanceRow row) {
        return row.status().ended() || row.status() == InstanceStatus.SUSPENDED || row.isQueued();
    }

    /** No task of it has begun: it has nothing to undo, and nothing to suspend. */
    private void queued(Waiting waiting) {
        if (waiting.command.ends()) {
            unloadedWriter.cancelQueued(waiting.id, waiting.command.origin()).subscribe().with(done -> settled(waiting, done),
                    waiting.done::fail);
        } else if (waiting.kind() == OperatorCommandKind.SUSPEND) {
            waiting.done.fail(CommandRejections.queued(waiting.id));
        } else {
            waiting.done.complete(null);
        }
    }

    private void ended(Waiting waiting, InstanceStatus status) {
        if (waiting.kind().isDoneIn(status)) {
            waiting.done.complete(null);
        } else {
            waiting.done.fail(CommandRejections.ended(waiting.id, waiting.kind(), status));
        }
    }

    private void elsewhere(Waiting waiting) {
        if (waiting.mayPost() && store.capabilities().shared()) {
            messages.post(waiting.id, waiting.command, waiting.done);
        } else {
            waiting.done.fail(new InstanceUnloadedException());
        }
    }

    private void bring(Waiting waiting) {
        if (context.stopping()) {
            // The node that takes the instance over executes it.
            again(waiting);
            return;
        }
        loadWaiters.add(waiting.id, new ArrivalListener() {
            @Override
            public void arrived(InstanceActorReference instance) {
                obey(instance, waiting);
            }

            @Override
            public void missed(CairnException standsStill) {
                CommandRouter.this.missed(waiting, standsStill);
            }
        });
        recovery.claim(waiting.id);
        if (!recovery.isOnItsWay(waiting.id)) {
            loadWaiters.missed(waiting.id);
        }
    }

    /** The instance was not brought into memory, or is there already. */
    private void missed(Waiting waiting, CairnException standsStill) {
        if (standsStill != null
                && (waiting.kind() == OperatorCommandKind.RESUME || waiting.kind() == OperatorCommandKind.COMPENSATE)) {
            waiting.done.fail(standsStill);
        } else {
            again(waiting);
        }
    }

    /** The commands that an instance was given. */
    public Uni<List<RecordedCommand>> commands(String id) {
        return !context.keepsState() ? Uni.createFrom().failure(CommandRejections.noJournal(id)) : unloadedWriter.commands(id);
    }

    /** Lets a faulted instance go on. */
    public Uni<Void> retry(String id, CommandAuditRecord trail) {
        if (!context.keepsState()) {
            return trail.told(Uni.createFrom().failure(CommandRejections.noJournal(id)));
        }
        return trail.told(unloadedWriter.retry(id, trail).chain(any -> untilItHasLeft(id)).invoke(any -> claim(id))
                .onFailure(CommandRouter::mayBeWritten).invoke(failure -> claim(id)));
    }

    /** An ended instance may still be in memory: it is not claimed meanwhile, and waiting callers receive its end. */
    private Uni<Void> untilItHasLeft(String id) {
        InstanceActorReference instance = instances.live(id);
        return instance == null ? Uni.createFrom().voidItem()
                : Uni.createFrom().emitter(emitter -> instance.whenWritten(() -> emitter.complete(null)));
    }

    /** Makes a new instance of another. */
    public Uni<DurableStartResult> fork(String id, InstanceForkRequest fork, String newId) {
        CommandAuditRecord trail = CommandAuditRecord.of(CommandKind.FORK, id, fork.origin());
        if (!context.keepsState()) {
            return trail.told(Uni.createFrom().failure(CommandRejections.noJournal(id)));
        }
        return trail.told(unloadedWriter.fork(id, fork, newId, trail).invoke(start -> {
            trail.made(newId, start.created());
            claim(newId);
        }).onFailure(CommandRouter::mayBeWritten).invoke(failure -> {
            trail.made(newId, true);
            claim(newId);
        }));
    }

    /**
     * True if the store did not confirm the write but may have made it: then no other node knows of an instance that is to go
     * on.
     */
    private static boolean mayBeWritten(Throwable failure) {
        return failure instanceof CairnException told && told.reason() == Reason.STORE_UNAVAILABLE;
    }

    /** While this node stops, others claim ready instances. */
    private void claim(String id) {
        if (!context.stopping()) {
            recovery.claim(id);
        }
    }

    /** A command that is not done yet. */
    private static final class Waiting {
        private final String id;
        private final OperatorCommand command;
        private final Promise<Void> done;
        /** Null if it is told of elsewhere, or is a published event. */
        private final CommandAuditRecord trail;
        private final boolean posts;
        private volatile boolean tried;

        Waiting(String id, OperatorCommand command, Promise<Void> done, CommandAuditRecord trail, boolean posts) {
            this.id = id;
            this.command = command;
            this.done = done;
            this.trail = trail;
            this.posts = posts;
        }

        OperatorCommandKind kind() {
            return command.kind();
        }

        void found(InstanceRow row) {
            if (trail != null && row != null) {
                trail.concerns(row);
            }
        }

        void found(InstanceActorReference instance) {
            if (trail != null) {
                trail.concerns(InstanceViewMapper.row(instance.view()));
            }
        }

        /** True if it may be left for another node. A command that another node asks for is not left for a third one. */
        boolean mayPost() {
            return posts;
        }
    }
}
