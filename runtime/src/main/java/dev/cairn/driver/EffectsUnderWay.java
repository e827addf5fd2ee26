package dev.cairn.driver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import dev.cairn.executor.Happening;
import dev.cairn.executor.Step;
import dev.cairn.program.Operation;
import dev.cairn.value.Payload;
import io.smallrye.mutiny.Uni;

/**
 * The effects of an instance that are under way: calls that are being made, timers that run. Used in the turns of the instance
 * alone; there it is told, too, what happened.
 */
final class EffectsUnderWay {

    private static final long AGAIN_MILLIS = 1_000;

    private final Engine engine;
    private final String instanceId;
    private final InstalledProgram program;
    private final Turns turns;
    private final Consumer<Happening.OfEffect> happened;
    private final Runnable left;
    /** Few at a time, mostly one: looked through for the one that is meant. */
    private final List<UnderWay> effects = new ArrayList<>(0);
    /** Effects that nobody is told of any more, while what they began is being ended. */
    private final Set<String> givenUp = new HashSet<>(0);

    /**
     * Nothing is under way yet.
     *
     * @param happened told, in a turn, what happens to effects that are still under way then
     * @param left run, in a turn, when one is no longer under way that has no outcome in this life
     */
    EffectsUnderWay(Engine engine, String instanceId, InstalledProgram program, Turns turns,
            Consumer<Happening.OfEffect> happened, Runnable left) {
        this.engine = engine;
        this.instanceId = instanceId;
        this.program = program;
        this.turns = turns;
        this.happened = happened;
        this.left = left;
    }

    /** True if a call is being made that has not been answered. */
    boolean calling() {
        for (UnderWay effect : effects) {
            if (effect.call != null) {
                return true;
            }
        }
        return false;
    }

    /** True if a call is being made whose answer is lost if nobody waits for it. */
    boolean hasToBeAnswered() {
        for (UnderWay effect : effects) {
            if (effect.call != null && !effect.call.keepsItself()) {
                return true;
            }
        }
        return false;
    }

    /** True if an effect has begun here and has no outcome yet. */
    boolean contains(Step.Effect wanted) {
        return find(wanted.id()) != null || givenUp.contains(wanted.id());
    }

    /** Makes a call, until its deadline. */
    void call(Step.Call wanted) {
        String id = wanted.id();
        UnderWay effect = new UnderWay(id, underWay(wanted));
        effects.add(effect);
        Step.Due due = wanted.deadline();
        if (due != null) {
            effect.timer = engine.timers().after(due.atMillis() - engine.time().millis(),
                    () -> turns.send(() -> outOfTime(effect, wanted)));
        }
        effect.call.begin(
                output -> tell(effect, new Happening.Completed(id, Payload.of(output))),
                failure -> failed(effect, failure));
    }

    private void failed(UnderWay effect, Throwable failure) {
        if (failure instanceof MovedException) {
            // The application stops: its next life makes the call again.
            turns.send(() -> {
                remove(effect.id, false);
                left.run();
            });
        } else {
            tell(effect, new Happening.Failed(effect.id, Failures.asError(failure)));
        }
    }

    private CallUnderWay underWay(Step.Call wanted) {
        boolean emits = program.program().operations().get(wanted.operation()) instanceof Operation.Emit;
        return new CallUnderWay(instanceId, program, emits ? engine.events()::emit : engine.children(), wanted, turns.loop());
    }

    private void outOfTime(UnderWay effect, Step.Call wanted) {
        Happening.OfEffect timedOut = new Happening.TimedOut(wanted.id(), wanted.deadline().deadline());
        if (effects.contains(effect) && !giveUp(List.of(wanted), false, () -> happened.accept(timedOut), failure -> {})) {
            happened.accept(timedOut);
        }
    }

    /**
     * Ends what calls have begun that goes on by itself, before the instance notes that it no longer wants it: afterwards nobody
     * would. Nobody is told of the calls any more. If it fails they are made again a little later.
     *
     * @param wanted effects of the instance, under way here or not
     * @param compensate true if it is to undo what it did
     * @param done told in a turn when nothing is left of them
     * @return false if there is nothing to end, and nobody is told
     */
    boolean giveUp(List<? extends Step.Effect> wanted, boolean compensate, Runnable done, Consumer<Throwable> failed) {
        List<Step.Call> calls = new ArrayList<>();
        List<Uni<Void>> ends = new ArrayList<>();
        for (Step.Effect effect : wanted) {
            if (effect instanceof Step.Call call && !givenUp.contains(call.id())) {
                CallUnderWay begun = underWay(call);
                if (begun.keepsItself()) {
                    calls.add(call);
                    ends.add(begun.giveUp(compensate));
                }
            }
        }
        if (calls.isEmpty()) {
            return false;
        }
        calls.forEach(call -> {
            givenUp.add(call.id());
            remove(call.id(), true);
        });
        Uni.combine().all().unis(ends).discardItems().subscribe().with(nothing -> turns.send(done), failure -> {
            engine.timers().after(AGAIN_MILLIS, () -> turns.send(() -> callAgain(calls)));
            failed.accept(failure);
        });
        return true;
    }

    private void callAgain(List<Step.Call> calls) {
        for (Step.Call call : calls) {
            if (givenUp.remove(call.id())) {
                call(call);
            }
        }
    }

    /** Waits for what comes by itself: a timer or its deadline, whichever is first, or events until there are enough. */
    void await(Step.Effect wanted) {
        if (wanted instanceof Step.Listening listening) {
            listen(listening);
        } else if (wanted instanceof Step.Waiting waiting && !contains(waiting)) {
            UnderWay effect = new UnderWay(waiting.id(), null);
            effects.add(effect);
            arm(effect, waiting);
        }
    }

    private void listen(Step.Listening wanted) {
        UnderWay known = find(wanted.id());
        UnderWay effect = known != null ? known : new UnderWay(wanted.id(), null);
        if (known == null) {
            effects.add(effect);
        }
        Step.Due due = wanted.deadline();
        // It has none while tasks are done for an event: they have it.
        if (due != null && effect.timer == null) {
            effect.timer = engine.timers().after(Math.max(0, due.atMillis() - engine.time().millis()),
                    () -> tell(effect, new Happening.TimedOut(wanted.id(), due.deadline())));
        }
    }

    private void arm(UnderWay effect, Step.Waiting waiting) {
        long delay = waiting.wakeAtMillis() - engine.time().millis();
        if (delay <= 0) {
            turns.next(() -> wake(effect, waiting));
        } else {
            effect.timer = engine.timers().after(delay, () -> turns.send(() -> wake(effect, waiting)));
        }
    }

    private void wake(UnderWay effect, Step.Waiting waiting) {
        if (!effects.contains(effect) || engine.stopping()) {
            return;
        }
        if (engine.time().millis() < waiting.wakeAtMillis()) {
            arm(effect, waiting);
        } else if (waiting.dueAtMillis() <= waiting.wakeAtMillis()) {
            happened.accept(new Happening.Fired(waiting.id()));
        } else {
            happened.accept(new Happening.TimedOut(waiting.id(), waiting.deadline().deadline()));
        }
    }

    private void tell(UnderWay effect, Happening.OfEffect happening) {
        turns.send(() -> {
            if (effects.contains(effect)) {
                happened.accept(happening);
            }
        });
    }

    /** An effect has an outcome: it is no longer under way. A call that timed out is given up. */
    void settle(Happening.OfEffect outcome) {
        givenUp.remove(outcome.effect());
        remove(outcome.effect(), outcome instanceof Happening.TimedOut);
    }

    private void remove(String id, boolean cancel) {
        UnderWay effect = find(id);
        if (effect != null) {
            effects.remove(effect);
            effect.stopTimer();
            if (cancel) {
                effect.cancel();
            }
        }
    }

    /** Gives up what is no longer wanted: its branch of a fork was given up. */
    void keepOnly(List<Step.Effect> wanted) {
        effects.removeIf(effect -> {
            boolean over = wanted.stream().noneMatch(other -> other.id().equals(effect.id));
            if (over) {
                effect.stopTimer();
                effect.cancel();
                if (effect.call != null && effect.call.keepsItself()) {
                    end(effect.call);
                }
            }
            return over;
        });
        givenUp.removeIf(id -> wanted.stream().noneMatch(other -> other.id().equals(id)));
    }

    /** Ends what a call has begun that nobody wants any more, however often that takes while the application runs. */
    private void end(CallUnderWay call) {
        call.giveUp(false).subscribe().with(nothing -> {}, failure -> {
            if (!engine.stopping()) {
                engine.timers().after(AGAIN_MILLIS, () -> end(call));
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

    /** Stops all timers, and has whoever makes calls give up: nobody is told any more. */
    void cancel() {
        effects.forEach(effect -> {
            effect.stopTimer();
            effect.cancel();
        });
        effects.clear();
        givenUp.clear();
    }

    /** Forgets what is under way, and lets calls come to their end: nobody is told any more. */
    void forget() {
        effects.forEach(UnderWay::stopTimer);
        effects.clear();
        givenUp.clear();
    }

    private UnderWay find(String id) {
        for (UnderWay effect : effects) {
            if (effect.id.equals(id)) {
                return effect;
            }
        }
        return null;
    }

    private static final class UnderWay {
        private final String id;
        /** Null for a wait. */
        private final CallUnderWay call;
        private Runnable timer;

        UnderWay(String id, CallUnderWay call) {
            this.id = id;
            this.call = call;
        }

        private void stopTimer() {
            if (timer != null) {
                timer.run();
                timer = null;
            }
        }

        private void cancel() {
            if (call != null) {
                call.cancel();
            }
        }
    }
}
