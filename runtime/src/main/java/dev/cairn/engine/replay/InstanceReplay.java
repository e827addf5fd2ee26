package dev.cairn.engine.replay;

import java.util.List;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Forked;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.Suspended;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TraceContext;
import dev.cairn.executor.TransitionResult;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEncoder;
import dev.cairn.journal.JournalEntry;

/**
 * The state of an instance computed again from its journal. Takes as long as the pure work of the instance did, but for work behind the
 * last entry that may have no end: for workers.
 *
 * @param state the state after the last entry
 * @param result the effects that it wants then
 * @param inTheMiddle true if pure work may remain before the next effects are known, even if the instance is suspended
 * @param entries number of entries
 * @param encoder writes the following entries
 * @param begun further effects that an earlier life may have begun, see {@link #furtherOn}
 */
public record InstanceReplay(InstanceState state, TransitionResult result, boolean inTheMiddle, long entries,
        JournalEncoder encoder, List<TransitionResult.Effect> begun) {

    /**
     * Replays the journal of an instance.
     *
     * @throws JournalMismatchException if the journal does not fit the program
     * @throws dev.cairn.journal.DamagedEntryException if an entry cannot be read
     */
    public static InstanceReplay of(String instanceId, LinkedProgram program, JournalDecoder journal, int budget) {
        return of(instanceId, program, journal, ReplayPacing.alone(budget), false, Watcher.NONE);
    }

    /**
     * As {@link #of(String, LinkedProgram, JournalDecoder, int)}, at a pace and watched.
     *
     * @param keepsTasks true if the journal gets an entry for each task that completes from now on
     */
    public static InstanceReplay of(String instanceId, LinkedProgram program, JournalDecoder journal, ReplayPacing pace,
            boolean keepsTasks, Watcher watcher) {
        JournalReplayer taking = taken(instanceId, program, journal, journal.size(), pace, keepsTasks, watcher);
        TransitionResult result = taking.end(keepsTasks);
        watcher.ends(taking.isAtTheEnd());
        return new InstanceReplay(taking.state, result, taking.inTheMiddle(), journal.size(), journal.encoder(), List.of());
    }

    /**
     * Finds the effects that an earlier life may have begun. A journal with the tasks of an instance lists completed tasks. It
     * does not list tasks that began after the last entry before the instance was suspended. So a second replay goes on from
     * there as if tasks had no entries; only its effects are kept. They may include effects that were never begun.
     */
    public InstanceReplay furtherOn(String instanceId, LinkedProgram program, JournalDecoder journal, ReplayPacing pace) {
        int ran = journal.size() - 1;
        while (!(journal.read(ran).event() instanceof Suspended)) {
            // Events that arrived while it was suspended began no effect.
            ran--;
        }
        JournalReplayer taking = taken(instanceId, program, journal, ran, pace.toShow(), true, Watcher.NONE);
        taking.end(false);
        return new InstanceReplay(state, result, inTheMiddle, entries, encoder, taking.state.effects());
    }

    private static JournalReplayer taken(String instanceId, LinkedProgram program, JournalDecoder journal, int upTo,
            ReplayPacing pace, boolean keepsTasks, Watcher watcher) {
        JournalEntry entry = readOrNull(journal, 0);
        if (entry == null || !(entry.event() instanceof Started started)) {
            throw new JournalMismatchException("a start", entry == null ? "nothing" : entry.event());
        }
        TraceContext mark = entry.trace();
        InstanceState state = ProgramExecutor.begin(instanceId, program, started);
        pace.begin(state);
        int position = 1;
        // Each entry is read once: reading may take as long as the work that it records.
        entry = readOrNull(journal, position);
        while (entry != null && entry.event() instanceof Forked forked) {
            ProgramExecutor.fork(state, forked);
            mark = entry.trace() == null ? mark : entry.trace();
            entry = readOrNull(journal, ++position);
        }
        watcher.begins(state);
        watcher.takes(position - 1);
        boolean kept = entry != null && entry.event() instanceof TaskDone;
        JournalReplayer taking = keepsTasks || kept ? new CompletedTaskJournalReplayer(state, pace)
                : new JournalReplayer(state, pace, position == upTo);
        state.traceMark(mark);
        while (position < upTo) {
            if (entry.trace() != null) {
                state.traceMark(entry.trace());
            }
            JournalEvent happening = entry.event();
            int taken = position;
            taking.comeTo(happening, () -> watcher.takes(taken));
            taking.take(happening, taken == upTo - 1);
            pace.check();
            position++;
            entry = position < upTo ? journal.read(position) : null;
        }
        return taking;
    }

    private static JournalEntry readOrNull(JournalDecoder journal, int position) {
        return position < journal.size() ? journal.read(position) : null;
    }

    /** Observes a replay. */
    public interface Watcher {

        Watcher NONE = new Watcher() {};

        /** The instance begins, and has done nothing yet. */
        default void begins(InstanceState state) {}

        /** An entry is taken in next: the following work depends on it. */
        default void takes(int position) {}

        /** The journal has no more entries. An earlier life may have come further if {@code atTheEnd} is false. */
        default void ends(boolean atTheEnd) {}
    }
}
