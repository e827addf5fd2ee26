package dev.cairn.driver;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.Happening.TaskDone;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.executor.TaskNotes;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;

/**
 * An instance in memory. Everything that concerns it is a message, and one thread at a time handles them: take an event in,
 * step the executor, append, wait until it is durable, act.
 */
final class Instance implements InstanceWrites.Listener, InstanceActions {

    private final InstanceSupervisor supervisor;
    private final NodeContext context;
    private final Lifecycle lifecycle;
    private final String id;
    private final Rows rows;
    private final InstalledProgram program;
    private final State state;
    private final Once<Ended> outcome = new Once<>();
    private final InstanceStart start;
    private final Turns turns;
    private final InstanceWrites writes;
    private final Settlement settlement;
    private final PureWorkBound bound;
    private final EffectsUnderWay effects;
    private final InstanceMemory memory;
    /** The tasks whose ends the journal gets, or null if it gets none. */
    private final TaskNotes notes;
    private final Inbox inbox;

    private Step step;
    private Ended ended;
    private boolean leaving;
    private boolean parked;
    /** No longer in memory: another node or another object goes on with it. */
    private boolean gone;
    private final Backlog backlog = new Backlog();
    private final Commands commands;
    /** A message to go on is on its way. */
    private boolean goesOn;
    private CompletableFuture<Void> quiet;

    /** An instance in a state; {@link InstanceFactory} makes it complete. */
    Instance(InstancePorts ports, InstanceSupervisor supervisor, InstalledProgram program, State state, InstanceRow row,
            WritePosition from) {
        this.supervisor = supervisor;
        this.context = ports.context();
        this.lifecycle = ports.lifecycle();
        this.id = row.id();
        this.rows = new Rows(ports, state, row, from.entries());
        this.program = program;
        this.state = state;
        this.turns = new Turns(context.threads().eventLoop(), context.pureWork().lane(row.workflow()), this::handle);
        state.giveWayAfter(context.options().work().eventLoopBudget(), () -> turns.getAsBoolean() || context.stopped());
        this.writes = new InstanceWrites(context, id, from, turns::send, this);
        this.settlement = new Settlement(context, state, writes);
        this.bound = new PureWorkBound(this, context.workLimits(), state, writes);
        this.start = new InstanceStart(row.workflow(), context.workLimits(), supervisor);
        this.notes = state.notes();
        this.memory = new InstanceMemory(context.memory(), id, state, from.entries() == 0);
        this.effects = new EffectsUnderWay(ports, rows, program, turns, memory, this::happened, this::rest);
        this.commands = new Commands(this, state, effects, backlog, writes);
        this.inbox = new Inbox(this, state, ports, program.program(), turns, writes, rows.observer());
    }

    /** Records the start of a new instance. */
    void recordStart(Happening.Started happening, CommandOrigin origin) {
        writes.record(happening, origin);
        memory.begin(happening.input());
    }

    /** Continues where a replayed journal ends. */
    void restore(Replay replay) {
        step = replay.step();
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

    /** Memory that it holds. */
    InstanceMemory memory() {
        return memory;
    }

    /** The epoch of its writes. */
    long epoch() {
        return writes.epoch();
    }

    /** Becomes true when the start is durable, false if the id was taken; fails if the store does. */
    Once<Boolean> started() {
        return start.durable();
    }

    /** Completes with its end, once that is durable. */
    Once<Ended> outcome() {
        return outcome;
    }

    /** Raw input. */
    JsonNode input() {
        return state.input();
    }

    InstanceView view() {
        return rows.view(ended);
    }

    /** Runs the first tasks, on the calling thread; hurried: as if {@link #acknowledge} had been called. */
    void begin(boolean hurried) {
        start.hurry(hurried);
        turns.begin(this::proceed);
    }

    /** Makes the start durable soon, instead of together with later entries. */
    void acknowledge() {
        if (start.hurry(true)) {
            turns.send((Obedience) () -> {
                if (start.isUrgent() && step != null && ended == null && !gone && !writes.underWay()) {
                    persist();
                }
            }, true);
        }
    }

    /** Lets events find the instance; called before any other code uses it. From then on this belongs to its turns. */
    void listen() {
        inbox.open(step);
    }

    /** Goes on from where the journal ends. */
    void resume() {
        turns.send(() -> {
            // A command that came first may wait until the pure work that is left is done.
            if ((!commands.any() || Steps.isPartWay(step)) && !gone && !writes.underWay()) {
                advance(step);
            }
        });
    }

    @Override
    public Once<Void> obey(OperatorCommand command) {
        Once<Void> done = new Once<>();
        turns.send((Obedience) () -> commands.ask(command, done, gone || parked, writes.underWay()),
                command.kind().interrupts());
        return done;
    }

    /** Runs an action when the pending write is durable: after the end of the instance, it has left memory by then. */
    void whenWritten(Runnable then) {
        turns.send((Obedience) () -> {
            if (!gone && writes.underWay()) {
                backlog.add(() -> whenWritten(then), false);
            } else {
                then.run();
            }
        });
    }

    @Override
    public void offer(Offer offer) {
        turns.send((Obedience) () -> inbox.consider(offer));
    }

    @Override
    public boolean takesNoEvents() {
        return gone || parked || context.stopped();
    }

    @Override
    public boolean mayTakeEvents() {
        return !writes.underWay() && step != null && (!backlog.unfinished() || step instanceof Step.Halted);
    }

    @Override
    public Step step() {
        return step;
    }

    /** Completes the future once no call is under way; no further one is begun. The engine is stopping. */
    void quiesce(CompletableFuture<Void> whenQuiet) {
        turns.send((Obedience) () -> {
            quiet = whenQuiet;
            rest();
        }, true);
    }

    private void rest() {
        if (quiet != null && (gone
                || !writes.underWay() && !effects.hasToBeAnswered() && !(goesOn && step instanceof Step.Noted))) {
            quiet.complete(null);
        }
    }

    /** Another object stands in its place. */
    void withdraw() {
        turns.send(this::leave, true);
    }

    /** A newer claim exists. Cancels the calls under way: their answers could not be written. */
    void letGo() {
        letGo(() -> {});
    }

    /** As {@link #letGo()}, and then runs something. */
    void letGo(Runnable then) {
        turns.send((Obedience) () -> {
            if (!start.durable().settled()) {
                // The answer to its first write says who has started it.
                backlog.add(() -> letGo(then), false);
                return;
            }
            if (!gone) {
                parked = true;
                supervisor.lost(this);
                leave();
            }
            then.run();
        }, true);
    }

    private void handle(Runnable message) {
        if (parked && !(message instanceof Obedience)) {
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

    private void proceed() {
        goesOn = false;
        if (ended != null || gone || writes.underWay()) {
            return;
        } else if (Settlement.of(step) != null) {
            advance(step);
        } else if (step == null || Steps.isPartWay(step)) {
            advance(Executor.proceed(state, budget(), turns.onWorker()));
        } else if (step instanceof Step.Halted && backlog.anyEarly()) {
            Step now = Executor.proceed(state, budget(), turns.onWorker());
            if (now instanceof Step.Halted) {
                step = now;
                backlog.unfinished(false);
            }
            goOn();
        }
    }

    @Override
    public void happened(Happening.OfEffect happening) {
        if (!gone && (writes.underWay() || backlog.unfinished())) {
            backlog.add(() -> happened(happening), true);
            compute();
            return;
        }
        if (ended == null && !gone && Steps.wants(step, happening) && !context.stopped() && effects.settle(happening)) {
            take(happening);
        }
    }

    @Override
    public void take(Happening happening) {
        writes.record(happening);
        memory.keep(happening);
        advance(Executor.take(state, happening, budget(), turns.onWorker()));
    }

    @Override
    public void goOnAnyway() {
        if (ended == null && !gone && !backlog.unfinished() && !writes.underWay()) {
            persist();
        }
    }

    /** Settles effects of its own, until the instance needs the outside world. */
    void advance(Step from) {
        Step now = settlement.settle(from, budget(), turns.onWorker());
        step = now;
        if (bound.ends(now) || now instanceof Step.Paused && !turns.onWorker() && start.isRefused(this)) {
            return;
        }
        if (now instanceof Step.Paused) {
            backlog.unfinished(true);
            if ((writes.areUrgent() || start.isUrgent()) && !commands.resumedToUndo() && !effects.anyKeepsItself()) {
                persist();
            } else {
                compute();
                rest();
            }
            return;
        }
        commands.cameTo(now);
        // With its tasks in the journal, a replay of a suspended instance comes no further than it did.
        if (!(now instanceof Step.Halted) || notes != null) {
            backlog.unfinished(now instanceof Step.Noted);
        }
        List<TaskDone> done = notes == null ? List.of() : notes.take();
        done.forEach(writes::record);
        Ended how = Steps.ended(now);
        if (how != null) {
            end(how);
        }
        if (isWrittenWithNext(done)) {
            backlog.deal(() -> !writes.underWay() && !gone);
            compute();
        } else {
            persist();
        }
    }

    /** @param tasks completed tasks: short ones are written together */
    private boolean isWrittenWithNext(List<TaskDone> tasks) {
        boolean noted = step instanceof Step.Noted;
        return ended == null && (commands.resumedToUndo() ? writes.mayGrow() && (noted || Steps.rests(step))
                : noted && !tasks.isEmpty() && !turns.onWorker() && !context.stopping()
                        && !effects.anyKeepsItself() && writes.mayGather(tasks, (long) budget() - state.budget(), budget()));
    }

    @Override
    public void end(Ended how) {
        ended = how;
        state.forgetValues();
        writes.record(how);
    }

    /** The instance is no longer in memory. Callers have to repeat their commands, on the node that then runs it. */
    void leave() {
        gone = true;
        inbox.update(null);
        effects.leave(ended != null);
        commands.leave();
        backlog.unfinished(false);
        backlog.dealAll();
        inbox.goOn();
        rest();
    }

    @Override
    public int budget() {
        return turns.onWorker() ? context.options().work().workerBudget() : context.options().work().eventLoopBudget();
    }

    @Override
    public void persist() {
        long now = context.time().millis();
        leaving = ended == null && !commands.beginsNothing() && context.keepsState()
                && (step instanceof Step.Halted ? !effects.calling() && !backlog.anyEarly()
                        : Steps.wakeAtMillis(step) - now > context.options().memory().waitMillis());
        inbox.update(ended == null ? step : null);
        if (state.changes() != null && (ended != null || !backlog.behind())) {
            state.changes().speak();
        }
        if (writes.nothingNew() && !leaving && !rows.mislead(step)) {
            durable(now);
        } else {
            writes.write(rows.next(step, ended, leaving, now), rows.newMark());
        }
    }

    @Override
    public void refused(CommitResult result) {
        if (result == CommitResult.EXISTS) {
            // Leaves memory first: a caller that learns of the start then looks for the outcome of the existing instance.
            supervisor.exists(this);
            start.durable().complete(false);
        } else {
            supervisor.refused(this, writes.term(), true);
        }
        leave();
    }

    @Override
    public void uncertain() {
        supervisor.refused(this, writes.term(), false);
        start.durable().complete(true);
        leave();
    }

    @Override
    public void notCreated(Throwable cause) {
        supervisor.forget(this);
        start.durable().fail(cause);
        leave();
    }

    @Override
    public void delayed(Throwable cause) {
        inbox.delayed(cause);
    }

    @Override
    public void broken(Throwable cause) {
        parked = true;
        effects.forget();
        supervisor.park(this, rows.parking(writes), cause);
        leave();
    }

    /** Everything up to the step is durable: now it may be seen. */
    @Override
    public void durable(long now) {
        inbox.durable();
        memory.durable();
        if (rows.became(step, ended, writes.position(), now)) {
            start.durable().complete(true);
        }
        List<Once<Void>> done = commands.durable();
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
        backlog.deal(() -> !writes.underWay() && !gone);
        inbox.goOn();
        compute();
    }

    /** Continues the pure work after the messages that arrived meanwhile: so a long loop can be suspended. */
    private void compute() {
        // A suspended instance takes something in where a replay does: behind all pure work.
        boolean paused = step instanceof Step.Paused;
        boolean more = paused || Settlement.of(step) != null
                || step instanceof Step.Halted && backlog.anyEarly() && !bound.isReached();
        if (!goesOn && (more || step instanceof Step.Noted) && ended == null && !gone
                && !context.stopped() && (paused || !context.stopping() || backlog.anyEarly() || !writes.nothingNew())) {
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
            supervisor.ended(this, ended);
            leave();
        } else if (leaving) {
            supervisor.passivate(this, Steps.wakeAtMillis(step));
            leave();
        } else if (hasNoRoom()) {
            supervisor.postpone(this, Steps.firstWakeAtMillis(step));
            leave();
        } else if (!Steps.isPartWay(step)) {
            effects.become(step.effects(), !(step instanceof Step.Halted) && !commands.beginsNothing(), writes);
        }
    }

    /** True if no effect is under way, the store has everything, and memory has no room for the next calls. */
    private boolean hasNoRoom() {
        return context.keepsState() && !context.stopping() && writes.nothingNew() && backlog.isEmpty() && effects.isEmpty()
                && !commands.beginsNothing() && memory.hasNoRoom(step, program.program(), context.time().millis());
    }

    /** A message that is handled even while the instance is parked: its sender waits for the answer. */
    private interface Obedience extends Runnable {}
}
