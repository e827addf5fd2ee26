package dev.cairn.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.cairn.executor.DivergenceException;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Cancelling;
import dev.cairn.executor.Happening.Forked;
import dev.cairn.executor.Happening.OfEffect;
import dev.cairn.executor.Happening.Resumed;
import dev.cairn.executor.Happening.Retried;
import dev.cairn.executor.Happening.Started;
import dev.cairn.executor.Happening.Suspended;
import dev.cairn.executor.Happening.TaskDone;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.State;
import dev.cairn.executor.TaskWatch;
import dev.cairn.journal.Entry;
import dev.cairn.journal.JournalReader;

/** Makes the journal of a fork from the journal of its origin. Takes as long as a replay: for workers. */
final class ForkedJournal {

    private final String sourceId;
    private final LinkedProgram program;
    private final JournalReader journal;
    private final ReplayPace pace;

    ForkedJournal(String sourceId, LinkedProgram program, JournalReader journal, ReplayPace pace) {
        this.sourceId = sourceId;
        this.program = program;
        this.journal = journal;
        this.pace = pace;
    }

    /**
     * The entries with which the fork begins. Entries of the source come without their origins: no caller gave those commands
     * to the fork.
     *
     * @return null if the instance has not come there
     * @throws DivergenceException if the journal does not fit the program
     * @throws ReplayStoppedException if the engine stops meanwhile
     */
    List<Entry> upTo(TaskFork fork, long nowMillis) {
        int run = fork.run();
        TaskWatch watch = replay(fork.task());
        if (watch == null || watch.beginnings().size() < Math.max(run, 1)) {
            return null;
        }
        int chosen = run == 0 ? watch.beginnings().size() : run;
        TaskWatch.Beginning beginning = watch.beginnings().get(chosen - 1);
        List<Entry> entries = new ArrayList<>();
        List<Entry> copied = new ArrayList<>();
        Entry suspension = null;
        for (int position = 0; position <= beginning.position(); position++) {
            Entry entry = read(position);
            Happening happening = entry.happening();
            if (happening instanceof Started || happening instanceof Forked && entries.size() <= beginning.forks()) {
                entries.add(entry);
            } else if (happening instanceof Suspended || happening instanceof Resumed) {
                suspension = happening instanceof Suspended ? entry : null;
            } else if (happening instanceof Retried && suspension != null) {
                // It had computed too much, and goes on where it was stopped.
                copied.add(suspension);
                copied.add(entry);
                suspension = null;
            } else if (happening instanceof OfEffect || happening instanceof Retried || happening instanceof TaskDone
                    || happening instanceof Cancelling) {
                copied.add(entry);
            }
        }
        copied.addAll(tasksBehind(beginning));
        long cameAtMillis = journal.read((int) beginning.position()).atMillis();
        entries.add(new Entry(nowMillis, new Forked(sourceId, fork.task(), chosen, fork.input(),
                Math.max(0, nowMillis - cameAtMillis)), fork.origin()));
        entries.addAll(copied);
        return entries;
    }

    /** The tasks that were done before the beginning, and are written behind the entry from which they follow. */
    private List<Entry> tasksBehind(TaskWatch.Beginning beginning) {
        List<Entry> tasks = new ArrayList<>();
        for (int position = (int) beginning.position() + 1; position < journal.size(); position++) {
            Entry entry = read(position);
            if (!(entry.happening() instanceof TaskDone done) || !beginning.follows(done.task(), done.run())) {
                break;
            }
            tasks.add(entry);
        }
        return tasks;
    }

    private Entry read(int position) {
        Entry entry = journal.read(position);
        return new Entry(entry.atMillis(), entry.happening());
    }

    private boolean keepsTasks() {
        return IntStream.range(0, journal.size()).anyMatch(position -> journal.read(position).happening() instanceof TaskDone);
    }

    private TaskWatch replay(String task) {
        boolean keepsTasks = keepsTasks();
        TaskWatch[] watching = new TaskWatch[1];
        Replay.of(sourceId, program, journal, pace, false, new Replay.Watcher() {
            @Override
            public void begins(State state) {
                watching[0] = TaskWatch.of(state, task, keepsTasks);
            }

            @Override
            public void takes(int position) {
                if (watching[0] != null) {
                    watching[0].position(position);
                }
            }
        });
        return watching[0];
    }
}
