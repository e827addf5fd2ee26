package dev.cairn.driver;

import java.util.List;

import dev.cairn.executor.DivergenceException;
import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Forked;
import dev.cairn.executor.Happening.Started;
import dev.cairn.executor.Happening.Suspended;
import dev.cairn.executor.Happening.TaskDone;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.executor.TraceMark;
import dev.cairn.journal.Entry;
import dev.cairn.journal.JournalReader;
import dev.cairn.journal.JournalWriter;

/**
 * The state of an instance computed again from its journal. Takes as long as the pure work of the instance did, but for work behind the
 * last entry that may have no end: for workers.
 *
 * @param state the state after the last entry
 * @param step the effects that it wants then
 * @param inTheMiddle true if pure work may remain before the next effects are known, even if the instance is suspended
 * @param entries number of entries
 * @param writer writes the following entries
 * @param begun further effects that an earlier life may have begun, see {@link #furtherOn}
 */
record Replay(State state, Step step, boolean inTheMiddle, long entries, JournalWriter writer, List<Step.Effect> begun) {

    /**
     * Replays the journal of an instance.
     *
     * @throws DivergenceException if the journal does not fit the program
     * @throws dev.cairn.journal.DamagedEntryException if an entry cannot be read
     */
    static Replay of(String instanceId, LinkedProgram program, JournalReader journal, int budget) {
        return of(instanceId, program, journal, ReplayPace.alone(budget), false, Watcher.NONE);
    }

    /**
     * As {@link #of(String, LinkedProgram, JournalReader, int)}, at a pace and watched.
     *
     * @param keepsTasks true if the journal gets an entry for each task that completes from now on
     */
    static Replay of(String instanceId, LinkedProgram program, JournalReader journal, ReplayPace pace, boolean keepsTasks,
            Watcher watcher) {
        Taking taking = taken(instanceId, program, journal, journal.size(), pace, keepsTasks, watcher);
        Step step = taking.end(keepsTasks);
        watcher.ends(taking.isAtTheEnd());
        return new Replay(taking.state, step, taking.inTheMiddle(), journal.size(), journal.writer(), List.of());
    }

    /**
     * Finds the effects that an earlier life may have begun. A journal with the tasks of an instance lists completed tasks. It
     * does not list tasks that began after the last entry before the instance was suspended. So a second replay goes on from
     * there as if tasks had no entries; only its effects are kept. They may include effects that were never begun.
     */
    Replay furtherOn(String instanceId, LinkedProgram program, JournalReader journal, ReplayPace pace) {
        int ran = journal.size() - 1;
        while (!(journal.read(ran).happening() instanceof Suspended)) {
            // Events that arrived while it was suspended began no effect.
            ran--;
        }
        Taking taking = taken(instanceId, program, journal, ran, pace.toShow(), true, Watcher.NONE);
        taking.end(false);
        return new Replay(state, step, inTheMiddle, entries, writer, taking.state.effects());
    }

    private static Taking taken(String instanceId, LinkedProgram program, JournalReader journal, int upTo, ReplayPace pace,
            boolean keepsTasks, Watcher watcher) {
        Entry entry = readOrNull(journal, 0);
        if (entry == null || !(entry.happening() instanceof Started started)) {
            throw new DivergenceException("a start", entry == null ? "nothing" : entry.happening());
        }
        TraceMark mark = entry.trace();
        State state = Executor.begin(instanceId, program, started);
        pace.begin(state);
        int position = 1;
        // Each entry is read once: reading may take as long as the work that it records.
        entry = readOrNull(journal, position);
        while (entry != null && entry.happening() instanceof Forked forked) {
            Executor.fork(state, forked);
            mark = entry.trace() == null ? mark : entry.trace();
            entry = readOrNull(journal, ++position);
        }
        watcher.begins(state);
        watcher.takes(position - 1);
        boolean kept = entry != null && entry.happening() instanceof TaskDone;
        Taking taking = keepsTasks || kept ? new TakingTasks(state, pace) : new Taking(state, pace, position == upTo);
        state.traceMark(mark);
        while (position < upTo) {
            if (entry.trace() != null) {
                state.traceMark(entry.trace());
            }
            Happening happening = entry.happening();
            int taken = position;
            taking.comeTo(happening, () -> watcher.takes(taken));
            taking.take(happening, taken == upTo - 1);
            pace.check();
            position++;
            entry = position < upTo ? journal.read(position) : null;
        }
        return taking;
    }

    private static Entry readOrNull(JournalReader journal, int position) {
        return position < journal.size() ? journal.read(position) : null;
    }

    /** Observes a replay. */
    interface Watcher {

        Watcher NONE = new Watcher() {};

        /** The instance begins, and has done nothing yet. */
        default void begins(State state) {}

        /** An entry is taken in next: the following work depends on it. */
        default void takes(int position) {}

        /** The journal has no more entries. An earlier life may have come further if {@code atTheEnd} is false. */
        default void ends(boolean atTheEnd) {}
    }
}
