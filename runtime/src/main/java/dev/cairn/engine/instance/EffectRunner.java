package dev.cairn.engine.instance;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.ResumingListFinder;
import dev.cairn.engine.concurrent.SerialExecutor;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.observer.CallOutcome;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.TransitionResult;
import dev.cairn.program.Operation;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * The effects of an instance that are under way: calls that are being made, timers that run. Used only in the turns of the
 * instance, which is also notified there.
 */
final class EffectRunner {

    private static final long AGAIN_MILLIS = 1_000;
    /** Maximum number of argument bytes that are examined. */
    private static final int MAX_SENT_BYTES = 16 << 20;

    private final NodeContext context;
    private final BuiltInPerformers performers;
    private final String instanceId;
    private final InstanceObserver observer;
    private final InstalledProgram program;
    private final SerialExecutor turns;
    private final InstanceMemoryAccount memory;
    private final Consumer<JournalEvent.OfEffect> eventConsumer;
    private final Runnable abandonedCallback;
    /** A few at a time, usually one; thousands in a wide fork. */
    private final List<RunningEffect> effects = new ArrayList<>(0);
    private final ResumingListFinder<RunningEffect> sought = new ResumingListFinder<>(RunningEffect::id);
    /** Completes when the pending cancellation succeeds or fails; null while none is pending. */
    private Promise<Void> givingUp;

    /**
     * Nothing is under way yet.
     *
     * @param rows name the instance
     * @param memory counts the arguments of calls
     * @param eventConsumer receives, in a turn, the outcomes of effects that are still under way then
     * @param abandonedCallback run, in a turn, when a call turns out to have no outcome in this life
     */
    EffectRunner(InstanceDependencies dependencies, InstanceRowTracker rows, InstalledProgram program, SerialExecutor turns,
            InstanceMemoryAccount memory, Consumer<JournalEvent.OfEffect> eventConsumer, Runnable abandonedCallback) {
        this.context = dependencies.context();
        this.performers = dependencies.performers();
        this.instanceId = rows.id();
        this.observer = rows.observer();
        this.program = program;
        this.turns = turns;
        this.memory = memory;
        this.eventConsumer = eventConsumer;
        this.abandonedCallback = abandonedCallback;
    }

    /** True if nothing is under way. */
    boolean isEmpty() {
        return effects.isEmpty();
    }

    /** True if a call is being made that has not been answered. */
    boolean calling() {
        for (RunningEffect effect : effects) {
            if (effect.call != null) {
                return true;
            }
        }
        return false;
    }

    /** True if a call is under way whose answer is lost unless the instance waits for it. */
    boolean hasToBeAnswered() {
        for (RunningEffect effect : effects) {
            if (effect.call != null && !effect.moved && !effect.keepsItself()) {
                return true;
            }
        }
        return false;
    }

    /** True if a call has begun something that goes on by itself, and is to be ended with it. */
    boolean anyKeepsItself() {
        for (RunningEffect effect : effects) {
            if (effect.keepsItself()) {
                return true;
            }
        }
        return false;
    }

    /** True if an earlier life may have made such a call. */
    boolean mayKeepThemselves() {
        return program.runsWorkflows();
    }

    /** True if an effect has begun here and has no outcome yet. */
    boolean contains(TransitionResult.Effect wanted) {
        return find(wanted.id()) != null;
    }

    /**
     * Gives up effects that are no longer wanted.
     *
     * @param begins true to begin wanted effects that have not begun
     */
    void become(List<TransitionResult.Effect> wanted, boolean begins, InstanceWriter writes) {
        keepOnly(wanted);
        if (begins) {
            TransitionResultQueries.overdueFirst(wanted, context.time().millis()).forEach(effect -> begin(effect, writes));
        }
    }

    /** Waits for an effect, or makes the call if this node is known to own the instance. */
    private void begin(TransitionResult.Effect wanted, InstanceWriter writes) {
        if (!(wanted instanceof TransitionResult.Call call)) {
            await(wanted);
        } else if (!contains(call) && !context.stopping() && writes.areOursOrAsk()) {
            call(call);
        }
    }

    /**
     * Makes a call, until its deadline. A call whose deadline has passed already is not made, unless work that it begins has to
     * be ended then.
     */
    void call(TransitionResult.Call wanted) {
        begin(new RunningEffect(wanted, underWay(wanted)), 0);
    }

    /**
     * Waits for effects that complete by themselves: a timer or its deadline, whichever is first, or events until enough have
     * arrived.
     */
    void await(TransitionResult.Effect wanted) {
        if (!contains(wanted)) {
            begin(new RunningEffect(wanted, null), 0);
        }
    }

    /** @param leastMillis time that is excluded from the deadline, in milliseconds */
    private void begin(RunningEffect effect, long leastMillis) {
        effects.add(effect);
        arm(effect, leastMillis);
        if (effect.call != null && (effect.keepsItself() || effect.wanted.wakeAtMillis() > context.time().millis())) {
            effect.begun = true;
            effect.sentBytes = sentBytes((TransitionResult.Call) effect.wanted);
            memory.hold(effect.sentBytes);
            effect.observed = observer.callBegins(((TransitionResult.Call) effect.wanted).operation(), effect.id());
            effect.call.begin(effect.observed.trace(),
                    output -> tell(effect, new JournalEvent.Completed(effect.id(), JsonPayload.of(output))),
                    failure -> failed(effect, failure));
        }
    }

    private static long sentBytes(TransitionResult.Call call) {
        return call.arguments() == null ? 0 : JsonPayload.of(call.arguments()).textBytes(MAX_SENT_BYTES);
    }

    private void failed(RunningEffect effect, Throwable failure) {
        if (failure instanceof InstanceUnloadedException) {
            // The application stops, or is about to: its next life makes the call again, and this one does not.
            turns.send(() -> {
                effect.moved = true;
                effect.stopTimer();
                abandonedCallback.run();
            });
        } else {
            tell(effect, EngineFailureTranslator.asEvent(effect.id(), failure));
        }
    }

    private void tell(RunningEffect effect, JournalEvent.OfEffect happening) {
        turns.send(() -> {
            if (effects.contains(effect)) {
                eventConsumer.accept(happening);
            }
        });
    }

    private RunningCall underWay(TransitionResult.Call wanted) {
        Operation operation = program.program().operations().get(wanted.operation());
        return new RunningCall(instanceId, program, performers.of(operation), wanted, turns.loop());
    }

    private void arm(RunningEffect effect, long leastMillis) {
        effect.stopTimer();
        long wakeAt = effect.wanted.wakeAtMillis();
        if (wakeAt == Long.MAX_VALUE) {
            return;
        }
        Runnable woken = () -> turns.send(() -> wake(effect));
        if (leastMillis > 0) {
            effect.timer = context.timers().after(leastMillis, woken);
        } else if (wakeAt <= context.time().millis()) {
            turns.next(() -> wake(effect));
        } else {
            effect.timer = context.wallTimers().at(wakeAt, woken);
        }
    }

    private void wake(RunningEffect effect) {
        if (!effects.contains(effect) || effect.call == null && context.stopping()) {
            return;
        }
        if (context.time().millis() < effect.wanted.wakeAtMillis()) {
            arm(effect, 0);
        } else if (effect.wanted instanceof TransitionResult.Waiting waiting
                && waiting.dueAtMillis() <= waiting.wakeAtMillis()) {
            eventConsumer.accept(new JournalEvent.Fired(effect.id()));
        } else {
            eventConsumer.accept(new JournalEvent.TimedOut(effect.id(), effect.wanted.deadline().deadline()));
        }
    }

    /**
     * An effect has an outcome: it is no longer under way. A call that timed out is given up.
     *
     * @return false if work that the call began has to be ended first; the outcome is delivered again when it has ended
     */
    boolean settle(JournalEvent.OfEffect outcome) {
        RunningEffect effect = find(outcome.effect());
        boolean timedOut = outcome instanceof JournalEvent.TimedOut;
        Promise<Void> ending = timedOut && effect != null && effect.keepsItself() ? giveUp(List.of(effect.wanted), false)
                : null;
        if (ending == null) {
            observe(effect, outcome);
            remove(effect, timedOut);
            return true;
        }
        ending.listen((nothing, failure) -> {
            if (failure == null) {
                eventConsumer.accept(outcome);
            } else if (effects.contains(effect)) {
                arm(effect, AGAIN_MILLIS);
            }
        });
        return false;
    }

    private void observe(RunningEffect effect, JournalEvent.OfEffect outcome) {
        if (effect == null) {
            return;
        }
        if (outcome instanceof JournalEvent.Completed) {
            effect.ended(CallOutcome.COMPLETED, null);
        } else if (outcome instanceof JournalEvent.Failed failed) {
            effect.ended(CallOutcome.FAILED, failed.error());
        } else if (outcome instanceof JournalEvent.Fired || outcome instanceof JournalEvent.TimedOut) {
            boolean deadline = outcome instanceof JournalEvent.TimedOut;
            observer.timerFired(effect.id(), deadline, Math.max(0, context.time().millis() - effect.wanted.wakeAtMillis()));
            effect.ended(CallOutcome.TIMED_OUT, null);
        }
    }

    private void remove(RunningEffect effect, boolean cancel) {
        if (effects.remove(effect)) {
            memory.hold(-effect.sentBytes);
            effect.stopTimer();
            if (cancel) {
                effect.cancel();
            }
        }
    }

    /**
     * Ends work that calls have begun and that would outlive them. This happens before the instance records that it no longer
     * wants the call: no later entry would trigger it. The outcomes of the calls are ignored from then on. If ending fails, the
     * calls are made again. A pending cancellation is waited for first.
     *
     * @param wanted effects of the instance, under way here or not
     * @param compensate true if that work is to be undone
     * @return null if nothing is to be ended. Otherwise completes in a turn, after which the caller asks again; fails in a turn
     */
    Promise<Void> giveUp(List<TransitionResult.Effect> wanted, boolean compensate) {
        if (givingUp != null) {
            return givingUp;
        }
        List<RunningEffect> calls = toBeEnded(wanted);
        if (calls.isEmpty()) {
            return null;
        }
        Promise<Void> ending = new Promise<>();
        givingUp = ending;
        List<Uni<Void>> ends = new ArrayList<>();
        for (RunningEffect effect : calls) {
            effect.ending = ending;
            effect.stopTimer();
            effect.cancel();
            effect.ended(CallOutcome.CANCELLED, null);
            ends.add(effect.call.giveUp(compensate));
        }
        Uni.combine().all().unis(ends).collectFailures().discardItems().subscribe().with(
                nothing -> turns.send(() -> gaveUp(calls, ending, null)),
                failure -> turns.send(() -> gaveUp(calls, ending, failure)));
        return ending;
    }

    private List<RunningEffect> toBeEnded(List<TransitionResult.Effect> wanted) {
        List<RunningEffect> calls = new ArrayList<>();
        for (TransitionResult.Effect effect : wanted) {
            if (effect instanceof TransitionResult.Call call) {
                RunningEffect known = find(call.id());
                RunningEffect begun = known != null ? known : new RunningEffect(call, underWay(call));
                if (begun.keepsItself() && begun.ending == null) {
                    calls.add(begun);
                    if (known == null) {
                        effects.add(begun);
                    }
                }
            }
        }
        return calls;
    }

    private void gaveUp(List<RunningEffect> calls, Promise<Void> ending, Throwable failure) {
        if (givingUp != ending) {
            return;
        }
        givingUp = null;
        if (failure != null) {
            for (RunningEffect effect : calls) {
                if (effects.remove(effect) && effect.begun) {
                    memory.hold(-effect.sentBytes);
                    begin(new RunningEffect(effect.wanted, underWay((TransitionResult.Call) effect.wanted)), AGAIN_MILLIS);
                }
            }
        }
        ending.settle(null, failure);
    }

    /** Gives up effects that are no longer wanted, and updates the deadlines of the others. */
    void keepOnly(List<TransitionResult.Effect> wanted) {
        memory.at(wanted);
        ResumingListFinder<TransitionResult.Effect> kept = new ResumingListFinder<>(TransitionResult.Effect::id);
        effects.removeIf(effect -> {
            TransitionResult.Effect same = kept.find(wanted, effect.id());
            if (same == null) {
                drop(effect);
                return true;
            }
            keep(effect, same);
            return false;
        });
    }

    private void keep(RunningEffect effect, TransitionResult.Effect wanted) {
        boolean same = Objects.equals(effect.wanted.deadline(), wanted.deadline());
        effect.wanted = wanted;
        if (!same && effect.ending == null) {
            arm(effect, 0);
        }
    }

    private void drop(RunningEffect effect) {
        memory.hold(-effect.sentBytes);
        effect.stopTimer();
        effect.cancel();
        effect.ended(CallOutcome.CANCELLED, null);
        if (effect.ending != null) {
            effect.ending.listen((nothing, failure) -> {
                if (failure != null) {
                    end(effect.call);
                }
            });
        } else if (effect.keepsItself()) {
            end(effect.call);
        }
    }

    /** Ends the work of a call that is no longer wanted, and retries as long as the application runs. */
    private void end(RunningCall call) {
        call.giveUp(false).subscribe().with(nothing -> {}, failure -> {
            if (!context.stopping()) {
                context.timers().after(AGAIN_MILLIS, () -> end(call));
            }
        });
    }

    /** Stops the timers of waits. Calls go on, and so do their deadlines. */
    void stopWaiting() {
        effects.removeIf(effect -> {
            if (effect.call == null) {
                effect.stopTimer();
            }
            return effect.call == null;
        });
    }

    /**
     * The instance leaves memory: as {@link #cancel}, and releases everything that is held.
     *
     * @param ended true if the calls will never be made again
     */
    void leave(boolean ended) {
        cancel(ended ? CallOutcome.CANCELLED : CallOutcome.ABANDONED);
        memory.end();
        observer.left();
    }

    /** Stops all timers and cancels the performers of calls: no outcome is reported any more. */
    void cancel() {
        cancel(CallOutcome.CANCELLED);
    }

    private void cancel(CallOutcome outcome) {
        effects.forEach(RunningEffect::cancel);
        forget(outcome);
        Promise<Void> ending = givingUp;
        givingUp = null;
        if (ending != null) {
            ending.fail(new InstanceUnloadedException());
        }
    }

    /** Forgets the effects under way and lets calls complete: no outcome is reported any more. */
    void forget() {
        forget(CallOutcome.ABANDONED);
    }

    private void forget(CallOutcome outcome) {
        effects.forEach(effect -> {
            effect.stopTimer();
            memory.hold(-effect.sentBytes);
            effect.ended(outcome, null);
        });
        effects.clear();
    }

    private RunningEffect find(String id) {
        return sought.find(effects, id);
    }
}
