package dev.cairn.engine.instance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.phase.PhaseSwitch;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.AwaitedReply;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.ReplyCollector;
import dev.cairn.executor.TransitionResult;

/** The commands of operators to an instance: suspend, resume, compensate, cancel. Used only in the turns of the instance. */
final class OperatorCommandExecutor {

    private final InstanceActorContext instance;
    private final PhaseSwitch phases;
    private final InstanceState state;
    private final EffectRunner effects;
    private final DurabilityWaitQueue backlog;
    private final InstanceWriter writer;
    /** The commands whose entries are being made durable. */
    private final List<Promise<Void>> acknowledgements = new ArrayList<>(0);
    private boolean any;
    private boolean beginsNothing;
    /** A suspended instance was resumed to undo its work, and neither entry is written. */
    private boolean resumedToUndo;
    /** Effects that an earlier life may have begun, besides those that the state wants. */
    private List<TransitionResult.Effect> earlierEffects = List.of();

    OperatorCommandExecutor(InstanceActorContext instance, PhaseSwitch phases, InstanceState state, EffectRunner effects,
            DurabilityWaitQueue backlog, InstanceWriter writer) {
        this.instance = instance;
        this.phases = phases;
        this.state = state;
        this.effects = effects;
        this.backlog = backlog;
        this.writer = writer;
    }

    /**
     * The instance was loaded. An earlier life may have begun further effects. A command ends their work as well, until this
     * life has reached the same position.
     */
    void loaded(List<TransitionResult.Effect> before) {
        earlierEffects = before;
    }

    /** The instance has come to a step. */
    void cameTo(TransitionResult now) {
        if (TransitionResultQueries.rests(now)) {
            earlierEffects = List.of();
        }
    }

    private List<TransitionResult.Effect> mayBeUnderWay() {
        if (earlierEffects.isEmpty()) {
            return state.effects();
        }
        Map<String, TransitionResult.Effect> all = new LinkedHashMap<>();
        earlierEffects.forEach(effect -> all.put(effect.id(), effect));
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
     * @param done completes when it is durable; fails with {@link InstanceUnloadedException} if the instance has left the memory
     */
    void ask(OperatorCommand command, Promise<Void> done) {
        if (phases.current().isGone()) {
            done.fail(new InstanceUnloadedException());
        } else if (phases.current().awaitsStore()) {
            backlog.add(() -> instance.obey(command).listen(done::settle), false);
        } else if (command.kind() == OperatorCommandKind.FIRE) {
            fire(command, done);
        } else {
            obey(command, done);
        }
    }

    /** Fires a timer as if it were due, once the wanted effects of the instance are known. */
    private void fire(OperatorCommand command, Promise<Void> done) {
        TransitionResult step = instance.currentResult();
        if (instance.takesNoEvents()) {
            done.fail(new InstanceUnloadedException());
        } else if (!instance.mayTakeEvents()) {
            backlog.add(() -> instance.obey(command).listen(done::settle), true);
        } else if (!TransitionResultQueries.waitsFor(step, command.timer())) {
            done.fail(CommandRejections.noTimer(instance.id(), command.timer(), TransitionResultQueries.status(step)));
        } else {
            acknowledgements.add(done);
            writer.attribute(command.origin());
            instance.happened(new JournalEvent.Fired(command.timer()));
        }
    }

    /**
     * Executes a command while no write is pending.
     *
     * @param done completes when it is durable, or was so already
     */
    private void obey(OperatorCommand command, Promise<Void> done) {
        TransitionResult step = instance.currentResult();
        OperatorCommandKind kind = command.kind();
        if (TransitionResultQueries.isSo(kind, step, state)) {
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
        boolean restless = kind == OperatorCommandKind.COMPENSATE
                && (backlog.unfinished() || !TransitionResultQueries.rests(step));
        if (restless && !(step instanceof TransitionResult.Halted)) {
            comeToRest(step, again, command.origin());
            return;
        }
        // The effects of a suspended instance were given up before it was resumed to compensate, and none has begun since.
        Promise<Void> ending = command.ends() && !resumedToUndo
                ? effects.giveUp(TransitionResultQueries.givenUpBy(kind, mayBeUnderWay(), state.program()),
                        kind == OperatorCommandKind.COMPENSATE)
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
        if (kind == OperatorCommandKind.CANCEL) {
            effects.cancel();
            writer.attribute(command.origin());
            instance.end(new Ended(InstanceStatus.CANCELLED, null, null));
            instance.persist();
        } else {
            intervene(kind == OperatorCommandKind.SUSPEND ? new JournalEvent.Suspended()
                    : kind == OperatorCommandKind.RESUME ? new JournalEvent.Resumed() : new JournalEvent.Cancelling(),
                    command.origin());
        }
    }

    /** The instance goes on with an effect that does not end. */
    private void gaveUp(Throwable failure, Runnable again, Promise<Void> done) {
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
    private void comeToRest(TransitionResult step, Runnable then, CommandOrigin origin) {
        beginsNothing = true;
        boolean halted = step instanceof TransitionResult.Halted;
        backlog.add(then, !halted);
        if (halted) {
            resumedToUndo = true;
            intervene(new JournalEvent.Resumed(), origin);
        }
    }

    private void intervene(JournalEvent.OfOperator happening, CommandOrigin origin) {
        effects.stopWaiting();
        writer.attribute(origin);
        instance.take(happening);
    }

    /**
     * Completes a promise with the state, in a turn in which all that the state follows from is durable. It fails with
     * {@link InstanceUnloadedException} if the instance has left the memory.
     */
    void whenDurable(Promise<InstanceState> turn) {
        if (phases.current().isGone()) {
            turn.fail(new InstanceUnloadedException());
        } else if (phases.current().awaitsStore()) {
            backlog.add(() -> whenDurable(turn), false);
        } else if (backlog.behind()) {
            // An earlier life has come further, and callers may have seen that.
            backlog.add(() -> whenDurable(turn), true);
        } else if (!writer.nothingNew()) {
            Promise<Void> written = new Promise<>();
            written.listen((nothing, failure) -> whenDurable(turn));
            acknowledgements.add(written);
        } else {
            turn.complete(state);
        }
    }

    /** The recorded entries are durable; returns the commands that are completed by this. */
    List<Promise<Void>> durable() {
        ReplyCollector replies = state.replies();
        if (replies != null) {
            // The end of the instance tells what happened to the replies that it owes.
            boolean ends = phases.current().isOver();
            Set<String> owed = ends ? Set.of() : state.owedReplies();
            replies.takeSettled(event -> ends || owed.contains(event)).forEach(this::acknowledge);
            state.forgetRepliesIfNone();
        }
        return takeAcknowledgements();
    }

    /** A caller that waits for a reply is told with those that wait for commands. */
    private void acknowledge(AwaitedReply reply) {
        Promise<Void> told = new Promise<>();
        told.listen((nothing, failure) -> reply.tell());
        acknowledgements.add(told);
    }

    private List<Promise<Void>> takeAcknowledgements() {
        if (acknowledgements.isEmpty()) {
            return List.of();
        }
        List<Promise<Void>> done = List.copyOf(acknowledgements);
        acknowledgements.clear();
        return done;
    }

    /** The instance is no longer in memory. Callers have to repeat their commands, on the node that then runs it. */
    void leave() {
        ReplyCollector replies = state.replies();
        if (replies != null) {
            replies.takeAll().forEach(AwaitedReply::unload);
            state.forgetRepliesIfNone();
        }
        takeAcknowledgements().forEach(done -> done.fail(new InstanceUnloadedException()));
    }
}
