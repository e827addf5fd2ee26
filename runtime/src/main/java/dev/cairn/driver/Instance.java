package dev.cairn.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceView;
import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.executor.TaskNotes;
import dev.cairn.journal.JournalWriter;
import dev.cairn.program.Program;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.SearchKeys;
import dev.cairn.value.Payload;

/**
 * An instance in memory. Everything that concerns it is a message, and one thread at a time deals with them: take what happened,
 * step the executor, append, wait until it is durable, act.
 */
final class Instance implements InstanceWrites.Listener {

    private final Engine engine;
    private final String id;
    /** The row as it was when this object was made: what of it never changes is taken from there. */
    private final InstanceRow origin;
    private final InstalledProgram program;
    private final State state;
    private final Once<Ended> outcome = new Once<>();
    private final Once<Boolean> started = new Once<>();
    private final Turns turns;
    private final InstanceWrites writes;
    private final EffectsUnderWay effects;
    /** The tasks whose ends the journal gets, or null if it gets none. */
    private final TaskNotes notes;

    private Step step;
    private Ended ended;
    private boolean leaving;
    private boolean parked;
    /** No longer in memory: somebody else, or another object, goes on with it. */
    private boolean gone;
    /** An operator's command came before anything else after the journal was read. */
    private boolean commanded;
    /** What has to wait until everything before it is durable. */
    private final Deque<Runnable> postponed = new ArrayDeque<>(0);
    /** What happened while the instance was computing: comes after that, as it does in a replay. */
    private final List<Runnable> early = new ArrayList<>(0);
    /** True while there is pure work to go on with, be it that the instance is suspended meanwhile. */
    private boolean unfinished;
    /** Commands whose entries are being made durable. */
    private final List<Once<Void>> acknowledgements = new ArrayList<>(0);
    private CompletableFuture<Void> quiet;
    private volatile InstanceStatus status;
    private volatile long updatedAtMillis;

    /** A new instance: nothing has happened yet but its start. */
    Instance(Engine engine, String id, InstalledProgram program, Happening.Started start, SearchKeys keys) {
        this(engine, program, begun(engine, id, program, start),
                new InstanceRow(id, start.workflow(), start.version(), InstanceStatus.PENDING, start.atMillis(),
                        start.atMillis(), InstanceRow.NEVER, engine.nodeId()).withKeys(keys),
                engine.journal().writer(), Engine.FIRST_EPOCH, 0, 0);
        writes.record(start);
    }

    private static State begun(Engine engine, String id, InstalledProgram program, Happening.Started start) {
        State state = Executor.begin(id, program.linked(), start);
        if (engine.keepsTasks(program)) {
            TaskNotes.of(state);
        }
        return state;
    }

    /** An instance as its journal tells it. */
    Instance(Engine engine, InstanceRow row, InstalledProgram program, Replay replay, long epoch, long term) {
        this(engine, program, replay.state(), row, replay.writer(), epoch, replay.entries(), term);
        this.step = replay.step();
        // Its journal is there: a start with the same idempotency key need not wait for more.
        started.complete(true);
    }

    private Instance(Engine engine, InstalledProgram program, State state, InstanceRow row, JournalWriter writer, long epoch,
            long position, long term) {
        this.engine = engine;
        this.id = row.id();
        this.origin = row;
        this.program = program;
        this.state = state;
        this.turns = new Turns(engine.threads().eventLoop(), engine.pureWork(), this::handle);
        this.writes = new InstanceWrites(engine, writer, epoch, position, term, turns::send, this);
        this.notes = state.notes();
        this.effects = new EffectsUnderWay(engine, id, program, turns, this::happened);
        this.status = row.status();
        this.updatedAtMillis = row.updatedAtMillis();
    }

    String id() {
        return id;
    }

    /** Becomes true when the start is durable, false if the id was taken; fails if the store does. */
    Once<Boolean> started() {
        return started;
    }

    /** How it ended, once that is durable. */
    Once<Ended> outcome() {
        return outcome;
    }

    /** Raw input. */
    JsonNode input() {
        return state.input();
    }

    InstanceView view() {
        InstanceStatus now = status;
        InstanceRow row = new InstanceRow(id, origin.workflow(), origin.version(), now, origin.createdAtMillis(),
                updatedAtMillis, InstanceRow.NEVER, null, InstanceRow.NEVER, origin.keys());
        return Views.of(row, now.ended() ? ended : null);
    }

    /** Runs the first tasks, on the calling thread. */
    void begin() {
        turns.begin(this::proceed);
    }

    /** Goes on from where the journal ends. */
    void resume() {
        turns.send(() -> {
            if (!commanded) {
                advance(step);
            }
        });
    }

    /**
     * Does what an operator asks for.
     *
     * @return completes when it is durable, or was so already; fails with {@link MovedException} if the instance has left the memory
     */
    Once<Void> obey(Command command) {
        Once<Void> done = new Once<>();
        turns.send((Obedience) () -> {
            if (gone || parked) {
                done.fail(new MovedException());
            } else if (writes.underWay()) {
                postponed.add(() -> obey(command).listen(done::settle));
            } else {
                obey(command, done);
            }
        });
        return done;
    }

    /** Completes the future once no call is under way; no further one is begun. The engine is stopping. */
    void quiesce(CompletableFuture<Void> whenQuiet) {
        turns.send(() -> {
            quiet = whenQuiet;
            if (!writes.underWay() && !effects.hasToBeAnswered()) {
                whenQuiet.complete(null);
            }
        });
    }

    /** Another node runs it now. The calls under way are cancelled: their answers could not be written. */
    void letGo() {
        turns.send(() -> {
            parked = true;
            engine.lost(this);
            leave();
        });
    }

    private void handle(Runnable message) {
        if (parked && !(message instanceof Obedience)) {
            return;
        }
        try {
            message.run();
        } catch (RuntimeException | StackOverflowError broken) {
            park(broken);
        }
    }

    private void park(Throwable cause) {
        parked = true;
        effects.forget();
        engine.park(this, cause);
        leave();
    }

    private void proceed() {
        if (ended == null
                && (step == null || step instanceof Step.Paused || step instanceof Step.Noted && !writes.underWay())) {
            advance(Executor.proceed(state, budget(), turns.onWorker()));
        }
    }

    private void happened(Happening.OfEffect happening) {
        if (writes.underWay() || unfinished) {
            (unfinished ? early : postponed).add(() -> happened(happening));
            return;
        }
        if (ended == null && !gone && wants(happening.effect()) && !engine.stopped()) {
            effects.settle(happening);
            writes.record(happening);
            advance(Executor.take(state, happening, budget(), turns.onWorker()));
        }
    }

    /** True if an effect is wanted, be it that the instance is suspended meanwhile. */
    private boolean wants(String effect) {
        for (Step.Effect wanted : step.effects()) {
            if (wanted.id().equals(effect)) {
                return true;
            }
        }
        return false;
    }

    /** Settles what needs nobody else, until something is wanted that does. */
    private void advance(Step from) {
        Step now = from;
        while (now instanceof Step.Clock || now instanceof Step.Timer) {
            Happening.OfEffect settled = Settlement.of(now, engine.time().millis(), engine.chance());
            writes.record(settled);
            now = Executor.take(state, settled, budget(), turns.onWorker());
        }
        step = now;
        if (now instanceof Step.Paused) {
            unfinished = true;
            turns.goOnAtLeisure(this::proceed);
            return;
        }
        if (now instanceof Step.Noted) {
            unfinished = true;
        } else if (!(now instanceof Step.Halted)) {
            unfinished = false;
            postponed.addAll(early);
            early.clear();
        }
        if (notes != null) {
            notes.take().forEach(writes::record);
        }
        if (now instanceof Step.Finished finished) {
            end(new Ended(InstanceStatus.COMPLETED, Payload.of(finished.output()), null));
        } else if (now instanceof Step.Faulted faulted) {
            end(new Ended(InstanceStatus.FAULTED, null, faulted.error()));
        }
        persist();
    }

    private void end(Ended how) {
        ended = how;
        writes.record(how);
    }

    private void obey(Command command, Once<Void> done) {
        boolean halted = step instanceof Step.Halted;
        if (command == Command.SUSPEND ? halted : command == Command.RESUME && !halted) {
            done.complete(null);
            return;
        }
        commanded = true;
        if (command == Command.CANCEL
                && effects.giveUp(step.effects(), () -> obey(command).listen(done::settle), done::fail)) {
            return;
        }
        acknowledgements.add(done);
        if (command != Command.CANCEL) {
            intervene(command == Command.SUSPEND ? new Happening.Suspended() : new Happening.Resumed());
        } else {
            effects.cancel();
            end(new Ended(InstanceStatus.CANCELLED, null, null));
            persist();
        }
    }

    private void intervene(Happening.OfOperator happening) {
        effects.stopWaiting();
        writes.record(happening);
        advance(Executor.take(state, happening, budget(), turns.onWorker()));
    }

    /** The instance is no longer in memory. Who asked for something has to ask again, wherever it is then. */
    private void leave() {
        gone = true;
        effects.cancel();
        acknowledgements.forEach(done -> done.fail(new MovedException()));
        acknowledgements.clear();
        while (!postponed.isEmpty()) {
            postponed.poll().run();
        }
    }

    private int budget() {
        return turns.onWorker() ? engine.options().workerBudget() : engine.options().eventLoopBudget();
    }

    private void persist() {
        long now = engine.time().millis();
        leaving = ended == null && engine.keepsState() && (step instanceof Step.Halted ? !effects.calling() && early.isEmpty()
                : waits() && wakeAtMillis() - now > engine.options().memoryWaitMillis());
        if (writes.nothingNew() && !leaving) {
            durable(now);
        } else {
            writes.write(row(now));
        }
    }

    private InstanceRow row(long now) {
        InstanceStatus next = statusNow();
        Program data = program.program();
        long keepUntil = next.ended() ? engine.options().keepUntilMillis(data, next, now) : InstanceRow.NEVER;
        return new InstanceRow(id, data.workflow(), data.version(), next, origin.createdAtMillis(), now, wakeAtMillis(),
                leaving || next.ended() ? null : engine.nodeId(), keepUntil, origin.keys());
    }

    /** When the first of several waits is over, or {@link InstanceRow#NEVER} if the instance does not wait. */
    private long wakeAtMillis() {
        if (ended != null || !waits()) {
            return InstanceRow.NEVER;
        }
        long first = Long.MAX_VALUE;
        for (Step.Effect effect : step.effects()) {
            first = Math.min(first, ((Step.Waiting) effect).wakeAtMillis());
        }
        return Math.max(1, first);
    }

    /** True if nothing is wanted but waits. */
    private boolean waits() {
        if (!(step instanceof Step.Several several)) {
            return step instanceof Step.Waiting;
        }
        return several.effects().stream().allMatch(Step.Waiting.class::isInstance);
    }

    @Override
    public void refused(CommitResult result) {
        if (result == CommitResult.EXISTS) {
            // Out of memory first: whoever hears of the start looks for the outcome of the instance that is there already.
            engine.exists(this);
            started.complete(false);
        } else {
            engine.lost(this);
        }
        leave();
    }

    @Override
    public void uncertain() {
        // The journal knows.
        engine.reload(this);
        started.complete(true);
        leave();
    }

    @Override
    public void notCreated(Throwable cause) {
        engine.forget(this);
        started.fail(cause);
        leave();
    }

    @Override
    public void broken(Throwable cause) {
        park(cause);
    }

    /** Everything up to the step is durable: now it may be seen. */
    @Override
    public void durable(long now) {
        if (status == InstanceStatus.PENDING) {
            started.complete(true);
        }
        updatedAtMillis = now;
        status = statusNow();
        if (quiet != null && !effects.hasToBeAnswered()) {
            quiet.complete(null);
        }
        List<Once<Void>> done = List.copyOf(acknowledgements);
        acknowledgements.clear();
        act();
        done.forEach(command -> command.complete(null));
        while (!writes.underWay() && !gone && !postponed.isEmpty()) {
            postponed.poll().run();
        }
        if (step instanceof Step.Noted && ended == null && !gone && !engine.stopping()) {
            // Behind what came meanwhile, so that a long loop can be suspended.
            turns.next(this::proceed);
        }
    }

    private void act() {
        if (ended != null) {
            outcome.complete(ended);
            engine.ended(this, ended);
            leave();
        } else if (leaving) {
            engine.passivate(this, wakeAtMillis());
            leave();
        } else if (!(step instanceof Step.Noted)) {
            List<Step.Effect> wanted = step.effects();
            effects.keepOnly(wanted);
            if (!(step instanceof Step.Halted)) {
                wanted.forEach(this::begin);
            }
        }
    }

    private void begin(Step.Effect wanted) {
        if (gone || effects.contains(wanted)) {
            return;
        }
        if (wanted instanceof Step.Waiting waiting) {
            effects.await(waiting);
        } else if (wanted instanceof Step.Call call && !engine.stopping()) {
            if (writes.ours()) {
                effects.call(call);
            } else {
                // Another node may have taken the instance over since: a call of ours could be the second.
                engine.reload(this);
                leave();
            }
        }
    }

    private InstanceStatus statusNow() {
        if (ended != null) {
            return ended.status();
        }
        if (step instanceof Step.Halted) {
            return InstanceStatus.SUSPENDED;
        }
        return waits() ? InstanceStatus.WAITING : InstanceStatus.RUNNING;
    }

    /** A message that is dealt with even when the instance stands still: somebody waits for the answer. */
    private interface Obedience extends Runnable {}
}
