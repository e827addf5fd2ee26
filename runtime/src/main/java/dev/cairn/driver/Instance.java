package dev.cairn.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceView;
import dev.cairn.driver.StoreHealth.Work;
import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.journal.Entry;
import dev.cairn.journal.Journal;
import dev.cairn.journal.JournalWriter;
import dev.cairn.program.Program;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.SearchKeys;
import dev.cairn.value.Payload;

/**
 * An instance in memory. Everything that concerns it is a message, and one thread at a time deals with them: take what happened,
 * step the executor, append, wait until it is durable, act.
 */
final class Instance {

    private static final long FIRST_RETRY_MILLIS = 100;
    private static final long LAST_RETRY_MILLIS = 5_000;

    private final Engine engine;
    private final String id;
    /** The row as it was when this object was made: what of it never changes is taken from there. */
    private final InstanceRow origin;
    private final InstalledProgram program;
    private final State state;
    private final JournalWriter writer;
    private final long epoch;
    private final Once<Ended> outcome = new Once<>();
    private final Once<Boolean> started = new Once<>();
    private final Turns turns;
    private final List<Entry> fresh = new ArrayList<>(2);

    private Step step;
    private Ended ended;
    private long position;
    private boolean leaving;
    /** The term of the lease in which this instance was surely ours. */
    private long term;
    private boolean committing;
    private InstanceWrite uncertain;
    private long retryMillis = FIRST_RETRY_MILLIS;
    private Runnable timer;
    private boolean calling;
    private boolean parked;
    /** No longer in memory: somebody else, or another object, goes on with it. */
    private boolean gone;
    /** An operator's command came before anything else after the journal was read. */
    private boolean commanded;
    /** What has to wait until everything before it is durable. */
    private final Deque<Runnable> postponed = new ArrayDeque<>(0);
    /** Commands whose entries are being made durable. */
    private final List<Once<Void>> acknowledgements = new ArrayList<>(0);
    private final CallUnderWay call;
    private CompletableFuture<Void> quiet;
    private volatile InstanceStatus status;
    private volatile long updatedAtMillis;

    /** A new instance: nothing has happened yet but its start. */
    Instance(Engine engine, String id, InstalledProgram program, Happening.Started start, SearchKeys keys) {
        this(engine, program, Executor.begin(id, program.linked(), start), engine.journal().writer(), Engine.FIRST_EPOCH,
                new InstanceRow(id, start.workflow(), start.version(), InstanceStatus.PENDING, start.atMillis(),
                        start.atMillis(), InstanceRow.NEVER, engine.nodeId()).withKeys(keys));
        record(start);
    }

    /** An instance as its journal tells it. */
    Instance(Engine engine, InstanceRow row, InstalledProgram program, Replay replay, long epoch, long term) {
        this(engine, program, replay.state(), replay.writer(), epoch, row);
        this.position = replay.entries();
        this.step = replay.step();
        this.term = term;
    }

    private Instance(Engine engine, InstalledProgram program, State state, JournalWriter writer, long epoch,
            InstanceRow row) {
        this.engine = engine;
        this.id = row.id();
        this.origin = row;
        this.program = program;
        this.state = state;
        this.writer = writer;
        this.epoch = epoch;
        EventLoop loop = engine.threads().eventLoop();
        this.turns = new Turns(loop, engine.threads(), this::handle);
        this.call = new CallUnderWay(id, program, loop);
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
        send(() -> {
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
        send((Obedience) () -> {
            if (gone || parked) {
                done.fail(new MovedException());
            } else if (isWriting()) {
                postponed.add(() -> obey(command).listen(done::settle));
            } else {
                obey(command, done);
            }
        });
        return done;
    }

    /** Completes the future once no call is under way; no further one is begun. The engine is stopping. */
    void quiesce(CompletableFuture<Void> whenQuiet) {
        send(() -> {
            quiet = whenQuiet;
            if (!isWriting() && !calling) {
                whenQuiet.complete(null);
            }
        });
    }

    /** Another node runs it now. The call under way is cancelled: its answer could not be written. */
    void letGo() {
        send(() -> {
            parked = true;
            stopTimer();
            if (calling) {
                call.cancel();
            }
            engine.lost(this);
            leave();
        });
    }

    private void send(Runnable message) {
        turns.send(message);
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
        stopTimer();
        engine.park(this, cause);
        leave();
    }

    private void proceed() {
        if (ended == null && (step == null || step instanceof Step.Paused)) {
            advance(Executor.proceed(state, budget(), turns.onWorker()));
        }
    }

    /** What is wanted, be it that the instance is suspended meanwhile; or null. */
    private Step.Effect wanted() {
        return step instanceof Step.Halted halted ? halted.underway() : step instanceof Step.Effect effect ? effect : null;
    }

    private void happened(Happening.OfEffect happening) {
        if (isWriting()) {
            postponed.add(() -> happened(happening));
            return;
        }
        Step.Effect wanted = wanted();
        if (wanted != null && ended == null && !gone && wanted.id().equals(happening.effect()) && !engine.stopped()) {
            stopTimer();
            calling = false;
            record(happening);
            advance(Executor.take(state, happening, budget(), turns.onWorker()));
        }
    }

    /** Settles what needs nobody else, until something is wanted that does. */
    private void advance(Step from) {
        Step now = from;
        while (now instanceof Step.Clock || now instanceof Step.Timer) {
            Happening.OfEffect settled = Settlement.of(now, engine.time().millis(), engine.chance());
            record(settled);
            now = Executor.take(state, settled, budget(), turns.onWorker());
        }
        step = now;
        if (now instanceof Step.Paused) {
            turns.goOnAtLeisure(this::proceed);
            return;
        }
        if (now instanceof Step.Finished finished) {
            ended = new Ended(InstanceStatus.COMPLETED, Payload.of(finished.output()), null);
            record(ended);
        } else if (now instanceof Step.Faulted faulted) {
            ended = new Ended(InstanceStatus.FAULTED, null, faulted.error());
            record(ended);
        }
        persist();
    }

    private void obey(Command command, Once<Void> done) {
        boolean halted = step instanceof Step.Halted;
        if (command == Command.SUSPEND ? halted : command == Command.RESUME && !halted) {
            done.complete(null);
            return;
        }
        commanded = true;
        acknowledgements.add(done);
        if (command != Command.CANCEL) {
            intervene(command == Command.SUSPEND ? new Happening.Suspended() : new Happening.Resumed());
        } else {
            stopTimer();
            call.cancel();
            calling = false;
            ended = new Ended(InstanceStatus.CANCELLED, null, null);
            record(ended);
            persist();
        }
    }

    private void intervene(Happening.OfOperator happening) {
        if (!calling) {
            stopTimer();
        }
        record(happening);
        advance(Executor.take(state, happening, budget(), turns.onWorker()));
    }

    /** The instance is no longer in memory. Who asked for something has to ask again, wherever it is then. */
    private void leave() {
        gone = true;
        acknowledgements.forEach(done -> done.fail(new MovedException()));
        acknowledgements.clear();
        while (!postponed.isEmpty()) {
            postponed.poll().run();
        }
    }

    private void record(Happening happening) {
        if (engine.keepsState()) {
            fresh.add(new Entry(engine.time().millis(), happening));
        }
    }

    private int budget() {
        return turns.onWorker() ? engine.options().workerBudget() : engine.options().eventLoopBudget();
    }

    private void persist() {
        long now = engine.time().millis();
        leaving = ended == null && engine.keepsState() && (step instanceof Step.Halted ? !calling
                : step instanceof Step.Waiting waiting
                        && waiting.wakeAtMillis() - now > engine.options().memoryWaitMillis());
        if (fresh.isEmpty() && !leaving) {
            durable(now);
        } else {
            List<byte[]> entries = new ArrayList<>(fresh.size());
            fresh.forEach(entry -> entries.add(writer.encode(position + entries.size(), entry)));
            commit(new InstanceWrite(row(now), epoch, position, entries));
        }
    }

    private InstanceRow row(long now) {
        InstanceStatus next = statusNow();
        long wake = ended == null && step instanceof Step.Waiting waiting ? Math.max(1, waiting.wakeAtMillis())
                : InstanceRow.NEVER;
        Program data = program.program();
        long keepUntil = next.ended() ? engine.options().keepUntilMillis(data, next, now) : InstanceRow.NEVER;
        return new InstanceRow(id, data.workflow(), data.version(), next, origin.createdAtMillis(), now, wake,
                leaving || next.ended() ? null : engine.nodeId(), keepUntil, origin.keys());
    }

    private boolean isWriting() {
        return committing || uncertain != null;
    }

    private void commit(InstanceWrite write) {
        committing = true;
        long sentInTerm = engine.lease().current();
        engine.journal().commit(write, new Journal.Listener() {
            @Override
            public void done(CommitResult result) {
                send(() -> committed(write, result, sentInTerm));
            }

            @Override
            public void failed(Throwable cause) {
                send(() -> commitFailed(write, cause));
            }
        });
    }

    private void committed(InstanceWrite write, CommitResult result, long sentInTerm) {
        committing = false;
        if (result == CommitResult.COMMITTED) {
            engine.health().good(Work.COMMITS);
            term = sentInTerm;
            position += write.entries().size();
            fresh.clear();
            uncertain = null;
            retryMillis = FIRST_RETRY_MILLIS;
            durable(write.row().updatedAtMillis());
        } else if (uncertain != null) {
            // An earlier try of this very write failed half way and may have been durable all the same: the journal knows.
            engine.reload(this);
            started.complete(true);
        } else if (result == CommitResult.EXISTS) {
            // Out of memory first: whoever hears of the start looks for the outcome of the instance that is there already.
            engine.exists(this);
            started.complete(false);
        } else {
            engine.lost(this);
        }
        if (result != CommitResult.COMMITTED) {
            leave();
        }
    }

    private void commitFailed(InstanceWrite write, Throwable cause) {
        committing = false;
        engine.health().failed(Work.COMMITS, "CAIRN-0434: Cannot write entries", cause);
        if (write.creates()) {
            engine.forget(this);
            started.fail(cause);
            leave();
        } else if (!Failures.isPermanent(cause)) {
            uncertain = write;
            engine.timers().after(retryMillis, () -> send(() -> commit(write)));
            retryMillis = Math.min(2 * retryMillis, LAST_RETRY_MILLIS);
        } else {
            park(cause);
        }
    }

    /** Everything up to the step is durable: now it may be seen. */
    private void durable(long now) {
        if (status == InstanceStatus.PENDING) {
            started.complete(true);
        }
        updatedAtMillis = now;
        status = statusNow();
        if (quiet != null && !calling) {
            quiet.complete(null);
        }
        List<Once<Void>> done = List.copyOf(acknowledgements);
        acknowledgements.clear();
        act();
        done.forEach(command -> command.complete(null));
        while (!isWriting() && !gone && !postponed.isEmpty()) {
            postponed.poll().run();
        }
    }

    private void act() {
        if (ended != null) {
            outcome.complete(ended);
            engine.ended(this, ended);
            leave();
        } else if (leaving) {
            engine.passivate(this, step instanceof Step.Waiting waiting ? waiting.wakeAtMillis() : InstanceRow.NEVER);
            leave();
        } else if (step instanceof Step.Call wanted && !calling && !engine.stopping()) {
            if (engine.lease().covers(term)) {
                perform(wanted);
            } else {
                // Another node may have taken the instance over since: a call of ours could be the second.
                engine.reload(this);
                leave();
            }
        } else if (step instanceof Step.Waiting waiting) {
            arm(waiting);
        }
    }

    private void perform(Step.Call wanted) {
        if (wanted.deadline() != null) {
            Step.Due due = wanted.deadline();
            timer = engine.timers().after(due.atMillis() - engine.time().millis(),
                    () -> send(() -> timedOut(wanted, due)));
        }
        calling = true;
        call.begin(wanted,
                output -> send(() -> happened(new Happening.Completed(wanted.id(), Payload.of(output)))),
                failure -> send(() -> happened(new Happening.Failed(wanted.id(), Failures.asError(failure)))));
    }

    private void timedOut(Step.Call wanted, Step.Due due) {
        if (isWriting()) {
            postponed.add(() -> timedOut(wanted, due));
        } else if (wanted() == wanted && calling) {
            call.cancel();
            happened(new Happening.TimedOut(wanted.id(), due.deadline()));
        }
    }

    private void arm(Step.Waiting waiting) {
        long delay = waiting.wakeAtMillis() - engine.time().millis();
        if (delay <= 0) {
            turns.next(() -> wake(waiting));
        } else {
            timer = engine.timers().after(delay, () -> send(() -> wake(waiting)));
        }
    }

    private void wake(Step.Waiting waiting) {
        if (step != waiting || engine.stopping()) {
            return;
        }
        if (engine.time().millis() < waiting.wakeAtMillis()) {
            arm(waiting);
        } else if (waiting.dueAtMillis() <= waiting.wakeAtMillis()) {
            happened(new Happening.Fired(waiting.id()));
        } else {
            happened(new Happening.TimedOut(waiting.id(), waiting.deadline().deadline()));
        }
    }

    private void stopTimer() {
        if (timer != null) {
            timer.run();
            timer = null;
        }
    }

    private InstanceStatus statusNow() {
        if (ended != null) {
            return ended.status();
        }
        if (step instanceof Step.Halted) {
            return InstanceStatus.SUSPENDED;
        }
        return step instanceof Step.Waiting ? InstanceStatus.WAITING : InstanceStatus.RUNNING;
    }

    /** A message that is dealt with even when the instance stands still: somebody waits for the answer. */
    private interface Obedience extends Runnable {}
}
