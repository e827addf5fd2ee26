package dev.cairn.driver;

import dev.cairn.executor.Happening.Retried;
import dev.cairn.executor.State;
import dev.cairn.executor.TaskChanges;
import dev.cairn.journal.JournalReader;

/**
 * Watches the tasks of an instance that is replayed. What follows from an entry was told by who wrote it; but nobody has gone on from
 * the last entry if an operator's command was written to an instance that was not in memory: that it be retried, or made of another.
 */
final class ReplayedTasks implements Replay.Watcher {

    private final JournalReader journal;
    private State state;
    private TaskChanges changes;
    /** How many times the instance, or one that it was made of, was made of another; -1 before that is known. */
    private int forks = -1;

    ReplayedTasks(JournalReader journal) {
        this.journal = journal;
    }

    @Override
    public void begins(State begun) {
        state = begun;
        changes = TaskChanges.of(begun);
    }

    @Override
    public void takes(int position) {
        if (forks < 0) {
            // Behind the start, and before everything else.
            forks = position;
        }
        if (position < journal.size() - 1) {
            changes.silence();
        } else if (journal.read(position).happening() instanceof Retried) {
            changes.speak();
        } else {
            changes.silenceUntilFork(state, forks);
        }
    }

    @Override
    public void ends(boolean atTheEnd) {
        // Otherwise the instance says when it has come to rest: an earlier life may have told of what comes before that.
        if (atTheEnd) {
            changes.speak();
        }
    }
}
