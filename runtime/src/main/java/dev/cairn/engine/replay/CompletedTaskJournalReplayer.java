package dev.cairn.engine.replay;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.CompletedTaskEntryCollector;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Cancelling;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.OfEffect;
import dev.cairn.executor.JournalEvent.OfOperator;
import dev.cairn.executor.JournalEvent.Resumed;
import dev.cairn.executor.JournalEvent.Retried;
import dev.cairn.executor.JournalEvent.Suspended;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;

/**
 * Replays a journal that has an entry for each completed task: no task begins before the journal has that entry, or a later
 * one. So the replay comes no further than the instance did. Parts of the journal may lack such entries, since writing them is
 * a setting.
 */
public final class CompletedTaskJournalReplayer extends JournalReplayer {

    private static final int NOTHING = 0;

    private final CompletedTaskEntryCollector notes;
    /** It has ended in the middle of pure work. */
    private boolean stopped;
    private boolean unfinished;

    public CompletedTaskJournalReplayer(InstanceState state, ReplayPacing pacing) {
        super(state, pacing);
        this.notes = state.noteTasks();
        this.step = ProgramExecutor.proceed(state, NOTHING, true);
    }

    @Override
    public void comeTo(JournalEvent next, Runnable arrival) {
        if (next instanceof TaskDone && !notes.any()) {
            // The task may begin in the same work in which it ends, and the task directly behind it begins with its end.
            notes.beforeNext(arrival);
            while (!notes.any() && TransitionResultQueries.isPartWay(step)) {
                proceed();
            }
            return;
        }
        if (next instanceof OfEffect outcome && !isWanted(outcome) || next instanceof Retried && !isStopped(next)
                || next instanceof Cancelling) {
            catchUp();
        }
        arrival.run();
    }

    @Override
    public void take(JournalEvent happening, boolean isLast) {
        if (happening instanceof TaskDone done) {
            notes.expect(done);
        } else if (happening instanceof Ended ended) {
            stopped = ended.status() == InstanceStatus.CANCELLED || isStopped(ended);
            if (!stopped) {
                catchUp();
            }
        } else {
            stopped = false;
            step = ProgramExecutor.takeOnly(state, happening, budget);
        }
    }

    @Override
    boolean isAtTheEnd() {
        // A task that was done further on would have an entry, if it was to have one.
        return !unfinished;
    }

    @Override
    TransitionResult end(boolean keepsTasks) {
        if (!keepsTasks && !stopped) {
            // A suspended instance does not go on by itself, and its wanted effects must be known.
            boolean halted = step instanceof TransitionResult.Halted;
            state.stopNotes();
            goOn(() -> {
                if (step instanceof TransitionResult.Noted) {
                    leaveNotes(halted);
                }
                if (halted || !pacing.leavesTail()) {
                    goOnForAWhile();
                }
            });
            unfinished = inTheMiddle();
        }
        return step;
    }

    private void leaveNotes(boolean halted) {
        if (halted || !pacing.leavesTail()) {
            proceed();
        } else {
            step = ProgramExecutor.proceed(state, pacing.tailBudget(), false);
        }
    }

    private boolean isWanted(OfEffect outcome) {
        return step.effects().stream().anyMatch(effect -> effect.id().equals(outcome.effect()));
    }

    /** Goes on as far as an instance does whose tasks have no entries. */
    private void catchUp() {
        goOn(() -> {
            notes.take();
            while (TransitionResultQueries.isPartWay(step)) {
                proceed();
                notes.take();
            }
        });
    }

    /** Does pure work; an instance that is suspended is so again behind it. */
    private void goOn(Runnable work) {
        boolean halted = step instanceof TransitionResult.Halted;
        if (halted) {
            intervene(new Resumed());
        }
        work.run();
        if (halted) {
            suspendedAtWork = step instanceof TransitionResult.Paused;
            intervene(new Suspended());
        }
    }

    private void intervene(OfOperator happening) {
        step = ProgramExecutor.takeOnly(state, happening, budget);
    }
}
