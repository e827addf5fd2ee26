package dev.cairn.driver;

import java.time.Instant;
import java.util.ArrayList;
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
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

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
    private final EventLoop loop;
    private final State state;
    private final JournalWriter writer;
    private final long epoch;
    private final Once<Ended> outcome = new Once<>();
    private final Once<Boolean> started = new Once<>();
    private final Mailbox<Runnable> mailbox = new Mailbox<>();
    private final List<Entry> fresh = new ArrayList<>(2);

    private Step step;
    private Ended ended;
    private long position;
    private boolean onWorker;
    private boolean relocate;
    private boolean leaving;
    /** The term of the lease in which this instance was surely ours. */
    private long term;
    private boolean committing;
    private InstanceWrite uncertain;
    private long retryMillis = FIRST_RETRY_MILLIS;
    private Runnable timer;
    private boolean calling;
    private boolean parked;
    /** The call under way, or the last one. Belongs to the event loop. */
    private Cancellable call;
    private CompletableFuture<Void> quiet;
    private volatile InstanceStatus status;
    private volatile long updatedAtMillis;

    /** A new instance: nothing has happened yet but its start. */
    Instance(Engine engine, String id, InstalledProgram program, Happening.Started start, SearchKeys keys) {
        this(engine, program, Executor.begin(id, program.linked(), start), engine.journal().writer(), Engine.FIRST_EPOCH,
                new InstanceRow(id, start.workflow(), start.version(), InstanceStatus.PENDING, start.atMillis(),
                        start.atMillis(),
                        InstanceRow.NEVER, engine.nodeId()).withKeys(keys));
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
        this.loop = engine.threads().eventLoop();
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
        Ended end = now.ended() ? ended : null;
        return new InstanceView(id, program.program().workflow(), program.program().version(), now,
                Instant.ofEpochMilli(origin.createdAtMillis()), Instant.ofEpochMilli(updatedAtMillis),
                end == null || end.output() == null ? null : end.output().tree(), end == null ? null : end.error(),
                origin.keys().businessKey(), origin.keys().attributes());
    }

    /** Runs the first tasks, on the calling thread. */
    void begin() {
        if (mailbox.send(this::proceed)) {
            work(false);
        }
    }

    /** Goes on from where the journal ends. */
    void resume() {
        send(() -> advance(step));
    }

    /** Completes the future once no call is under way; no further one is begun. The engine is stopping. */
    void quiesce(CompletableFuture<Void> whenQuiet) {
        send(() -> {
            quiet = whenQuiet;
            if (!committing && !calling) {
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
                loop.run(() -> call.cancel());
            }
            engine.lost(this);
        });
    }

    private void send(Runnable message) {
        if (mailbox.send(message)) {
            loop.run(() -> work(false));
        }
    }

    private void work(boolean worker) {
        onWorker = worker;
        int dealtWith = 0;
        while (true) {
            Runnable message = mailbox.take();
            if (message == null) {
                if (mailbox.done(dealtWith)) {
                    return;
                }
                dealtWith = 0;
            } else {
                dealtWith++;
                handle(message);
                if (relocate) {
                    relocate = false;
                    // The message to proceed is counted already, so nobody else starts to work meanwhile.
                    mailbox.done(dealtWith);
                    engine.threads().worker(() -> work(true));
                    return;
                }
            }
        }
    }

    private void handle(Runnable message) {
        if (parked) {
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
    }

    private void proceed() {
        advance(Executor.proceed(state, budget(), onWorker));
    }

    private void happened(Happening.OfEffect happening) {
        if (step instanceof Step.Effect effect && effect.id().equals(happening.effect()) && !engine.stopped()) {
            stopTimer();
            calling = false;
            record(happening);
            advance(Executor.take(state, happening, budget(), onWorker));
        }
    }

    /** Settles what needs nobody else, until something is wanted that does. */
    private void advance(Step from) {
        Step now = from;
        while (now instanceof Step.Clock || now instanceof Step.Timer) {
            Happening.OfEffect settled = settle(now);
            record(settled);
            now = Executor.take(state, settled, budget(), onWorker);
        }
        step = now;
        if (now instanceof Step.Paused) {
            relocate = !onWorker;
            mailbox.send(this::proceed);
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

    private Happening.OfEffect settle(Step wanted) {
        long now = engine.time().millis();
        if (wanted instanceof Step.Timer timerWanted) {
            long delay = engine.chance().between(timerWanted.leastMillis(), timerWanted.mostMillis());
            return new Happening.Scheduled(timerWanted.id(), now + delay);
        }
        return new Happening.ClockRead(((Step.Clock) wanted).id(), now);
    }

    private void record(Happening happening) {
        if (engine.keepsState()) {
            fresh.add(new Entry(engine.time().millis(), happening));
        }
    }

    private int budget() {
        return onWorker ? engine.options().workerBudget() : engine.options().eventLoopBudget();
    }

    private void persist() {
        long now = engine.time().millis();
        leaving = step instanceof Step.Waiting waiting && engine.keepsState()
                && waiting.wakeAtMillis() - now > engine.options().memoryWaitMillis();
        if (fresh.isEmpty() && !leaving) {
            durable(now);
        } else {
            List<byte[]> entries = new ArrayList<>(fresh.size());
            fresh.forEach(entry -> entries.add(writer.encode(position + entries.size(), entry)));
            commit(new InstanceWrite(row(now), epoch, position, entries));
        }
    }

    private InstanceRow row(long now) {
        InstanceStatus next = statusOf(step);
        long wake = step instanceof Step.Waiting waiting ? Math.max(1, waiting.wakeAtMillis()) : InstanceRow.NEVER;
        Program data = program.program();
        long keepUntil = next.ended()
                ? Math.max(1, now + engine.options().retention().millis(data, next, engine.options().retentionMillis()))
                : InstanceRow.NEVER;
        return new InstanceRow(id, data.workflow(), data.version(), next, origin.createdAtMillis(), now, wake,
                leaving || next.ended() ? null : engine.nodeId(), keepUntil, origin.keys());
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
    }

    private void commitFailed(InstanceWrite write, Throwable cause) {
        committing = false;
        engine.health().failed(Work.COMMITS, "CAIRN-0434: Cannot write entries", cause);
        if (write.creates()) {
            engine.forget(this);
            started.fail(cause);
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
        status = statusOf(step);
        if (quiet != null) {
            quiet.complete(null);
        }
        if (step instanceof Step.Call wanted) {
            if (engine.stopping()) {
                return;
            }
            if (engine.lease().covers(term)) {
                perform(wanted);
            } else {
                // Another node may have taken the instance over since: a call of ours could be the second.
                engine.reload(this);
            }
        } else if (step instanceof Step.Waiting waiting) {
            if (leaving) {
                engine.passivate(this, waiting.wakeAtMillis());
            } else {
                arm(waiting);
            }
        } else {
            outcome.complete(ended);
            engine.ended(this, ended);
        }
    }

    private void perform(Step.Call wanted) {
        Program data = program.program();
        String task = data.tasks().get(data.operations().get(wanted.operation()).task()).reference();
        EffectCall effect = new EffectCall(id, data.workflow(), data.version(), task, id + ":" + wanted.id(),
                wanted.arguments());
        if (wanted.deadline() != null) {
            Step.Due due = wanted.deadline();
            timer = engine.timers().after(due.atMillis() - engine.time().millis(),
                    () -> send(() -> timedOut(wanted, due)));
        }
        calling = true;
        loop.run(() -> call = answer(wanted, effect).subscribe().with(
                output -> send(() -> happened(new Happening.Completed(wanted.id(), Payload.of(output)))),
                failure -> send(() -> happened(new Happening.Failed(wanted.id(), Failures.asError(failure))))));
    }

    private Uni<JsonNode> answer(Step.Call wanted, EffectCall effect) {
        try {
            return program.performer(wanted.operation()).perform(effect);
        } catch (RuntimeException thrown) {
            return Uni.createFrom().failure(thrown);
        }
    }

    private void timedOut(Step.Call wanted, Step.Due due) {
        if (step == wanted) {
            loop.run(() -> call.cancel());
            happened(new Happening.TimedOut(wanted.id(), due.deadline()));
        }
    }

    private void arm(Step.Waiting waiting) {
        long delay = waiting.wakeAtMillis() - engine.time().millis();
        if (delay <= 0) {
            mailbox.send(() -> wake(waiting));
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

    private static InstanceStatus statusOf(Step step) {
        if (step instanceof Step.Waiting) {
            return InstanceStatus.WAITING;
        }
        if (step instanceof Step.Finished) {
            return InstanceStatus.COMPLETED;
        }
        return step instanceof Step.Faulted ? InstanceStatus.FAULTED : InstanceStatus.RUNNING;
    }
}
