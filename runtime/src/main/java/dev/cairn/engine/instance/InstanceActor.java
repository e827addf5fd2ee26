package dev.cairn.engine.instance;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.SerialExecutor;
import dev.cairn.engine.instance.phase.LoadedInstancePhase;
import dev.cairn.engine.instance.phase.PhaseSwitch;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.CompletedTaskEntryCollector;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;

/**
 * The behaviour of an instance in memory. Everything that concerns it is a message, and one thread at a time handles them: take
 * an event in, step the executor, append, wait until it is durable, act. The {@link LoadedInstancePhase} tells which of these may be
 * done. {@link InstanceActorReference} sends the messages.
 */
final class InstanceActor implements InstanceWriter.Listener, InstanceActorContext {

    private final InstanceActorReference instance;
    private final InstanceExitHandler supervisor;
    private final NodeContext context;
    private final LifecycleNotifier lifecycle;
    private final String id;
    private final InstanceRowTracker rows;
    private final InstanceExitRules exits;
    private final InstanceState state;
    private final Promise<Ended> outcome = new Promise<>();
    private final PendingStart start;
    private final SerialExecutor turns;
    private final InstanceWriter writer;
    private final ClockEffectResolver clockEffects;
    private final RunawayInstanceGuard runawayGuard;
    private final EffectRunner effects;
    private final InstanceMemoryAccount memory;
    /** The tasks whose ends the journal gets, or null if it gets none. */
    private final CompletedTaskEntryCollector notes;
    private final InstanceEventReceiver inbox;
    private final PhaseSwitch phases;
    private TransitionResult result;
    /** Null until the instance ends. */
    private Ended ended;
    private final DurabilityWaitQueue backlog = new DurabilityWaitQueue();
    private final OperatorCommandExecutor commands;
    /** A message to go on is on its way. */
    private boolean goesOn;
    private CompletableFuture<Void> quiet;

    /** @param instance sends the messages; the supervisor knows the instance by it */
    InstanceActor(InstanceActorReference instance, InstanceDependencies dependencies, InstanceExitHandler supervisor,
            InstalledProgram program,
            InstanceState state, InstanceRow row, WritePosition from) {
        this.instance = instance;
        this.supervisor = supervisor;
        this.context = dependencies.context();
        this.lifecycle = dependencies.lifecycle();
        this.id = row.id();
        this.phases = new PhaseSwitch(id);
        this.rows = new InstanceRowTracker(dependencies, state, row);
        this.state = state;
        this.turns = new SerialExecutor(context.threads().eventLoop(), context.pureWork().lane(row.workflow()), this::handle);
        state.giveWayAfter(context.options().work().eventLoopBudget(), () -> turns.getAsBoolean() || context.stopped());
        this.writer = new InstanceWriter(context, id, from, phases, turns::send, this);
        this.clockEffects = new ClockEffectResolver(context, state, writer);
        this.runawayGuard = new RunawayInstanceGuard(this, context.workLimits(), state, writer);
        this.start = new PendingStart(row.workflow(), context.workLimits(), supervisor);
        this.notes = state.notes();
        this.memory = new InstanceMemoryAccount(context.memory(), id, state, from.entries() == 0);
        this.effects = new EffectRunner(dependencies, rows, program, turns, memory, this::happened, this::rest);
        this.commands = new OperatorCommandExecutor(this, phases, state, effects, backlog, writer);
        this.inbox = new InstanceEventReceiver(this, state, dependencies, program, turns, writer, rows);
        this.exits = new InstanceExitRules(context, program, commands, effects, backlog, inbox, memory);
    }

    /** Records the start of a new instance. */
    void recordStart(JournalEvent.Started happening, CommandOrigin origin) {
        writer.record(happening, origin);
        memory.begin(happening.input());
    }

    /** Continues where a replayed journal ends. */
    void restore(InstanceReplay replay) {
        result = replay.result();
        // Their notes were logged when they occurred.
        state.takeRetryNotes();
        backlog.loaded(replay.inTheMiddle());
        commands.loaded(replay.begun());
        // Its journal is there: a start with the same idempotency key need not wait for more.
        start.durable().complete(true);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public EventReceivingInstance listener() {
        return instance;
    }

    /** Its mailbox. */
    SerialExecutor turns() {
        return turns;
    }

    InstanceMemoryAccount memory() {
        return memory;
    }

    long epoch() {
        return writer.epoch();
    }

    PendingStart start() {
        return start;
    }

    Promise<Ended> outcome() {
        return outcome;
    }

    JsonNode input() {
        return state.input();
    }

    /** Its columns in the store, and the form that callers see. */
    InstanceRowTracker rows() {
        return rows;
    }

    void acknowledge() {
        if (start.isUrgent() && result != null && phases.is(LoadedInstancePhase.RUNNING)) {
            persist();
        }
    }

    void listen() {
        inbox.open(result);
    }

    void resume() {
        // A command that came first may wait until the pure work that is left is done.
        if ((!commands.any() || TransitionResultQueries.isPartWay(result)) && phases.is(LoadedInstancePhase.RUNNING)) {
            advance(result);
        }
    }

    @Override
    public Promise<Void> obey(OperatorCommand command) {
        return instance.obey(command);
    }

    OperatorCommandExecutor commands() {
        return commands;
    }

    void whenWritten(Runnable then) {
        if (phases.current().awaitsStore()) {
            backlog.add(() -> instance.whenWritten(then), false);
        } else {
            then.run();
        }
    }

    InstanceEventReceiver inbox() {
        return inbox;
    }

    /** Leaves the memory if it only listens; the promise completes when it has left, or stays. */
    void leaveIfListening(Promise<Void> left) {
        if (phases.is(LoadedInstancePhase.RUNNING) && writer.nothingNew() && inbox.beginLeaving(left)) {
            persist();
        } else {
            left.complete(null);
        }
    }

    void consider(PendingEventDelivery offer) {
        inbox.consider(offer);
    }

    @Override
    public boolean takesNoEvents() {
        return phases.current().isGone() || context.stopped();
    }

    @Override
    public boolean mayTakeEvents() {
        return phases.is(LoadedInstancePhase.RUNNING) && result != null
                && (!backlog.unfinished() || result instanceof TransitionResult.Halted);
    }

    @Override
    public TransitionResult currentResult() {
        return result;
    }

    void quiesce(CompletableFuture<Void> whenQuiet) {
        quiet = whenQuiet;
        rest();
    }

    private void rest() {
        if (quiet != null && (phases.current().isGone() || phases.is(LoadedInstancePhase.RUNNING) && !effects.hasToBeAnswered()
                && !(goesOn && result instanceof TransitionResult.Noted))) {
            quiet.complete(null);
        }
    }

    void release(Runnable then) {
        if (!start.durable().settled()) {
            // The answer to its first write says who has started it.
            backlog.add(() -> instance.letGo(then), false);
            return;
        }
        if (!phases.current().isGone()) {
            phases.to(LoadedInstancePhase.RELEASED);
            supervisor.lost(instance);
            leave();
        }
        then.run();
    }

    private void handle(Runnable message) {
        if (phases.current().onlyAnswers() && !(message instanceof InstanceActorReference.AnsweredMessage)) {
            return;
        }
        try {
            lifecycle.watch(state);
            message.run();
        } catch (RuntimeException | Error cause) {
            // An error included: an instance whose values do not fit into the memory must not stand still without a word.
            broken(cause);
        }
    }

    void proceed() {
        goesOn = false;
        if (!phases.is(LoadedInstancePhase.RUNNING)) {
            return;
        } else if (ClockEffectResolver.of(result) != null) {
            advance(result);
        } else if (result == null || TransitionResultQueries.isPartWay(result)) {
            advance(ProgramExecutor.proceed(state, budget(), turns.onWorker()));
        } else if (result instanceof TransitionResult.Halted && backlog.anyEarly()) {
            TransitionResult now = ProgramExecutor.proceed(state, budget(), turns.onWorker());
            if (now instanceof TransitionResult.Halted) {
                result = now;
                backlog.unfinished(false);
            }
            goOn();
        }
    }

    @Override
    public void happened(JournalEvent.OfEffect happening) {
        if (phases.current().awaitsStore() || phases.is(LoadedInstancePhase.RUNNING) && backlog.unfinished()) {
            backlog.add(() -> happened(happening), true);
            compute();
            return;
        }
        if (phases.is(LoadedInstancePhase.RUNNING) && TransitionResultQueries.wants(result, happening) && !context.stopped()
                && effects.settle(happening)) {
            take(happening);
        }
    }

    @Override
    public void take(JournalEvent happening) {
        writer.record(happening);
        memory.keep(happening);
        advance(ProgramExecutor.take(state, happening, budget(), turns.onWorker()));
    }

    @Override
    public void goOnAnyway() {
        if (phases.is(LoadedInstancePhase.RUNNING) && !backlog.unfinished()) {
            persist();
        }
    }

    /** Settles effects of its own, until the instance needs the outside world. */
    void advance(TransitionResult from) {
        TransitionResult now = clockEffects.settle(from, budget(), turns.onWorker());
        result = now;
        if (runawayGuard.ends(now)
                || now instanceof TransitionResult.Paused && !turns.onWorker() && start.isRefused(instance)) {
            return;
        }
        if (now instanceof TransitionResult.Paused) {
            backlog.unfinished(true);
            if ((writer.areUrgent() || start.isUrgent()) && !commands.resumedToUndo() && !effects.anyKeepsItself()) {
                persist();
            } else {
                compute();
                rest();
            }
            return;
        }
        commands.cameTo(now);
        // With its tasks in the journal, a replay of a suspended instance comes no further than it did.
        if (!(now instanceof TransitionResult.Halted) || notes != null) {
            backlog.unfinished(now instanceof TransitionResult.Noted);
        }
        List<JournalEvent.TaskDone> done = notes == null ? List.of() : notes.take();
        done.forEach(writer::record);
        Ended how = TransitionResultQueries.ended(now);
        if (how != null) {
            end(how);
        }
        if (isWrittenWithNext(done)) {
            backlog.deal(() -> phases.is(LoadedInstancePhase.RUNNING));
            compute();
        } else {
            persist();
        }
    }

    /** @param tasks completed tasks: short ones are written together */
    private boolean isWrittenWithNext(List<JournalEvent.TaskDone> tasks) {
        boolean noted = result instanceof TransitionResult.Noted;
        return phases.is(LoadedInstancePhase.RUNNING)
                && (commands.resumedToUndo() ? writer.mayGrow() && (noted || TransitionResultQueries.rests(result))
                        : noted && !tasks.isEmpty() && !turns.onWorker() && !context.stopping()
                                && !effects.anyKeepsItself()
                                && writer.mayGather(tasks, (long) budget() - state.budget(), budget()));
    }

    @Override
    public void end(Ended how) {
        phases.to(LoadedInstancePhase.ENDING);
        ended = how;
        state.forgetValues();
        writer.record(how);
    }

    /** The instance is no longer in memory. Callers have to repeat their commands, on the node that then runs it. */
    void leave() {
        go(LoadedInstancePhase.LEFT);
        inbox.update(null);
        effects.leave(ended != null);
        commands.leave();
        backlog.unfinished(false);
        backlog.dealAll();
        inbox.goOn();
        rest();
    }

    /** The first reason to go stays. */
    private void go(LoadedInstancePhase how) {
        if (!phases.current().isGone()) {
            phases.to(how);
        }
    }

    @Override
    public int budget() {
        return turns.onWorker() ? context.options().work().workerBudget() : context.options().work().eventLoopBudget();
    }

    @Override
    public void persist() {
        long now = context.time().millis();
        boolean ends = phases.is(LoadedInstancePhase.ENDING);
        if (!ends && exits.mayLeave(result, now)) {
            phases.to(LoadedInstancePhase.LEAVING);
        }
        inbox.update(ends ? null : result);
        if (state.changes() != null && (ends || !backlog.behind())) {
            state.changes().speak();
        }
        boolean leaves = phases.is(LoadedInstancePhase.LEAVING);
        if (writer.nothingNew() && !leaves && !rows.mislead(result)) {
            durable(now);
        } else {
            long changedAt = leaves && writer.nothingNew() ? rows.updatedAtMillis() : now;
            writer.write(rows.next(result, ended, leaves, changedAt), rows.newMark());
        }
    }

    @Override
    public void refused(CommitResult commitResult) {
        if (commitResult == CommitResult.EXISTS) {
            // Leaves memory first: a caller that learns of the start then looks for the outcome of the existing instance.
            supervisor.exists(instance);
            start.durable().complete(false);
        } else {
            supervisor.refused(instance, writer.term(), true);
        }
        leave();
    }

    @Override
    public void uncertain() {
        supervisor.refused(instance, writer.term(), false);
        start.durable().complete(true);
        leave();
    }

    @Override
    public void notCreated(Throwable cause) {
        supervisor.forget(instance);
        start.durable().fail(cause);
        leave();
    }

    @Override
    public void delayed(Throwable cause) {
        inbox.delayed(cause);
    }

    @Override
    public void broken(Throwable cause) {
        go(LoadedInstancePhase.PARKED);
        effects.forget();
        supervisor.park(instance, rows.parking(writer), cause);
        leave();
    }

    /** Everything up to the step is durable: now it may be seen. */
    @Override
    public void durable(long now) {
        inbox.durable();
        memory.durable();
        if (rows.became(result, ended, writer.position(), now)) {
            start.durable().complete(true);
        }
        List<Promise<Void>> done = commands.durable();
        act();
        done.forEach(command -> command.complete(null));
        goOn();
    }

    @Override
    public void ours() {
        act();
        goOn();
    }

    private void goOn() {
        rest();
        backlog.deal(() -> phases.is(LoadedInstancePhase.RUNNING));
        inbox.goOn();
        compute();
    }

    /** Continues the pure work after the messages that arrived meanwhile: so a long loop can be suspended. */
    private void compute() {
        // A suspended instance takes something in where a replay does: behind all pure work.
        boolean paused = result instanceof TransitionResult.Paused;
        boolean more = paused || ClockEffectResolver.of(result) != null
                || result instanceof TransitionResult.Halted && backlog.anyEarly() && !runawayGuard.isReached();
        if (!goesOn && (more || result instanceof TransitionResult.Noted) && !phases.current().isOver()
                && !context.stopped() && (paused || !context.stopping() || backlog.anyEarly() || !writer.nothingNew())) {
            goesOn = true;
            if (more) {
                turns.goOnAtLeisure(this::proceed);
            } else {
                turns.next(this::proceed);
            }
        }
    }

    private void act() {
        if (ended != null) {
            if (ended.status() == InstanceStatus.COMPLETED) {
                effects.keepOnly(List.of());
            }
            outcome.complete(ended);
            supervisor.ended(instance, ended);
            leave();
        } else if (phases.is(LoadedInstancePhase.LEAVING)) {
            supervisor.passivate(instance, TransitionResultQueries.rowWakeAtMillis(result));
            leave();
        } else if (phases.is(LoadedInstancePhase.RUNNING) && exits.hasNoRoom(result, writer.nothingNew())) {
            supervisor.postpone(instance, TransitionResultQueries.firstWakeAtMillis(result));
            leave();
        } else if (phases.is(LoadedInstancePhase.RUNNING) && !TransitionResultQueries.isPartWay(result)) {
            effects.become(result.effects(), !(result instanceof TransitionResult.Halted) && !commands.beginsNothing(), writer);
        }
    }
}
