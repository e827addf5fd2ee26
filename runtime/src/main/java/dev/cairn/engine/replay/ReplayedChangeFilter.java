package dev.cairn.engine.replay;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Retried;
import dev.cairn.executor.TaskChangeCollector;
import dev.cairn.journal.JournalDecoder;

/**
 * Filters the changes of tasks during a replay, so that only changes behind the last entry are reported. The writer of an
 * entry already reported the changes that follow from it. Nothing has gone on from the last entry, however, if an operator
 * retried or forked an instance that was not in memory.
 */
public final class ReplayedChangeFilter implements InstanceReplay.Watcher {

    private final JournalDecoder journal;
    private TaskChangeCollector changes;
    /** Number of times the instance, or one of its ancestors by fork, was forked; -1 before it is known. */
    private int forks = -1;

    public ReplayedChangeFilter(JournalDecoder journal) {
        this.journal = journal;
    }

    @Override
    public void begins(InstanceState begun) {
        changes = begun.recordChanges();
    }

    @Override
    public void takes(int position) {
        if (forks < 0) {
            // Behind the start, and before everything else.
            forks = position;
        }
        if (position < journal.size() - 1) {
            changes.silence();
        } else if (journal.read(position).event() instanceof Retried) {
            changes.speak();
        } else {
            changes.silenceUntilFork(forks);
        }
    }

    @Override
    public void ends(boolean atTheEnd) {
        // Otherwise the instance reports when it has come to rest: an earlier life may have reported the changes before that.
        if (atTheEnd) {
            changes.speak();
        }
    }
}
