package dev.cairn.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;

/** The commands of operators to an instance: suspend, resume, compensate, cancel. Used only in the turns of the instance. */
final class Commands {

    private final InstanceActions instance;
    private final State state;
    private final EffectsUnderWay effects;
    private final Backlog backlog;
    private final InstanceWrites writes;
    /** The commands whose entries are being made durable. */
    private final List<Once<Void>> acknowledgements = new ArrayList<>(0);
    private boolean any;
    private boolean beginsNothing;
    /** A suspended instance was resumed to undo its work, and neither entry is written. */
    private boolean resumedToUndo;
    /** Effects that an earlier life may have begun, besides those that the state wants. */
    private List<Step.Effect> begun = List.of();

    Commands(InstanceActions instance, State state, EffectsUnderWay effects, Backlog backlog, InstanceWrites writes) {
        this.instance = instance;
        this.state = state;
        this.effects = effects;
        this.backlog = backlog;
        this.writes = writes;
    }

    /**
     * The instance was loaded. An earlier life may have begun further effects. A command ends their work as well, until this
     * life has reached the same position.
     */
    void loaded(List<Step.Effect> before) {
        begun = before;
    }

    /** The instance has come to a step. */
    void cameTo(Step now) {
        if (Steps.rests(now)) {
            begun = List.of();
        }
    }

    private List<Step.Effect> mayBeUnderWay() {
        if (begun.isEmpty()) {
            return state.effects();
        }
        Map<String, Step.Effect> all = new LinkedHashMap<>();
        begun.forEach(effect -> all.put(effect.id(), effect));
        state.effects().forEach(effect -> all.put(effect.id(), effect));
        return List.copyOf(all.values());
    }

    /** True if at least one command had to be executed. */
    boolean any() {
        return any;
    }

    /** True while the instance is about to give up its effects. */
    boolean beginsNothing() {
        return beginsNothing;
    }

    /**
     * True if the recorded entry is to be written together with the next one: an instance that is to compensate does not go on
     * before that.
     */
    boolean resumedToUndo() {
        return resumedToUndo;
    }

    /**
     * Executes a command: now, or after the pending write.
     *
     * @param done completes when it is durable; fails with {@link MovedException} if the instance has left the memory
     */
    void ask(OperatorCommand command, Once<Void> done, boolean left, boolean writing) {
        if (left) {
            done.fail(new MovedException());
        } else if (writing) {
            backlog.add(() -> instance.obey(command).listen(done::settle), false);
        } else if (command.kind() == Command.FIRE) {
            fire(command, done);
        } else {
            obey(command, done);
        }
    }

    /** Fires a timer as if it were due, once the wanted effects of the instance are known. */
    private void fire(OperatorCommand command, Once<Void> done) {
        Step step = instance.step();
        if (instance.takesNoEvents()) {
            done.fail(new MovedException());
        } else if (!instance.mayTakeEvents()) {
            backlog.add(() -> instance.obey(command).listen(done::settle), true);
        } else if (!Steps.waitsFor(step, command.timer())) {
            done.fail(Refusals.noTimer(instance.id(), command.timer(), Steps.status(step)));
        } else {
            acknowledgements.add(done);
            writes.attribute(command.origin());
            instance.happened(new Happening.Fired(command.timer()));
        }
    }

    /**
     * Executes a command while no write is pending.
     *
     * @param done completes when it is durable, or was so already
     */
    private void obey(OperatorCommand command, Once<Void> done) {
        Step step = instance.step();
        Command kind = command.kind();
        if (Steps.isSo(kind, step, state)) {
            if (acknowledgements.isEmpty() && !resumedToUndo) {
                done.complete(null);
            } else {
                // The entry that made it so is not durable yet.
                acknowledgements.add(done);
            }
            return;
        }
        Runnable again = () -> instance.obey(command).listen(done::settle);
        if (command.ends() && backlog.behind() && effects.mayKeepThemselves()) {
            // Effects that an earlier life began are to be ended too: the instance has to reach them again.
            beginsNothing = true;
            backlog.add(again, true);
            return;
        }
        any = true;
        boolean restless = kind == Command.COMPENSATE && (backlog.unfinished() || !Steps.rests(step));
        if (restless && !(step instanceof Step.Halted)) {
            comeToRest(step, again, command.origin());
            return;
        }
        // The effects of a suspended instance were given up before it was resumed to compensate, and none has begun since.
        Once<Void> ending = command.ends() && !resumedToUndo
                ? effects.giveUp(Steps.givenUpBy(kind, mayBeUnderWay(), state.program()), kind == Command.COMPENSATE)
                : null;
        if (ending != null) {
            ending.listen((nothing, failure) -> gaveUp(failure, again, done));
            return;
        }
        if (restless) {
            // An effect that does not end has kept it suspended.
            comeToRest(step, again, command.origin());
            return;
        }
        acknowledgements.add(done);
        beginsNothing = false;
        resumedToUndo = false;
        if (kind == Command.CANCEL) {
            effects.cancel();
            writes.attribute(command.origin());
            instance.end(new Ended(InstanceStatus.CANCELLED, null, null));
            instance.persist();
        } else {
            intervene(kind == Command.SUSPEND ? new Happening.Suspended()
                    : kind == Command.RESUME ? new Happening.Resumed() : new Happening.Cancelling(), command.origin());
        }
    }

    /** The instance goes on with an effect that does not end. */
    private void gaveUp(Throwable failure, Runnable again, Once<Void> done) {
        if (failure == null) {
            again.run();
            return;
        }
        beginsNothing = false;
        resumedToUndo = false;
        instance.goOnAnyway();
        done.fail(failure);
    }

    /** Goes on with pure work until it wants something, and begins nothing of that. */
    private void comeToRest(Step step, Runnable then, CommandOrigin origin) {
        beginsNothing = true;
        boolean halted = step instanceof Step.Halted;
        backlog.add(then, !halted);
        if (halted) {
            resumedToUndo = true;
            intervene(new Happening.Resumed(), origin);
        }
    }

    private void intervene(Happening.OfOperator happening, CommandOrigin origin) {
        effects.stopWaiting();
        writes.attribute(origin);
        instance.take(happening);
    }

    /** The recorded entries are durable; returns the commands that are completed by this. */
    List<Once<Void>> durable() {
        if (acknowledgements.isEmpty()) {
            return List.of();
        }
        List<Once<Void>> done = List.copyOf(acknowledgements);
        acknowledgements.clear();
        return done;
    }

    /** The instance is no longer in memory. Callers have to repeat their commands, on the node that then runs it. */
    void leave() {
        durable().forEach(done -> done.fail(new MovedException()));
    }
}
