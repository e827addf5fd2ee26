package dev.cairn.engine.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.cairn.engine.instance.InstanceForkRequest;
import dev.cairn.engine.replay.EngineStoppedException;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.ForkPointCollector;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Cancelling;
import dev.cairn.executor.JournalEvent.Forked;
import dev.cairn.executor.JournalEvent.OfEffect;
import dev.cairn.executor.JournalEvent.Resumed;
import dev.cairn.executor.JournalEvent.Retried;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.Suspended;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEntry;

/** Builds the journal of a fork from the journal of its origin. Takes as long as a replay: for workers. */
final class ForkJournalBuilder {

    private final String sourceId;
    private final LinkedProgram program;
    private final JournalDecoder journal;
    private final ReplayPacing pacing;

    ForkJournalBuilder(String sourceId, LinkedProgram program, JournalDecoder journal, ReplayPacing pacing) {
        this.sourceId = sourceId;
        this.program = program;
        this.journal = journal;
        this.pacing = pacing;
    }

    /**
     * The entries with which the fork begins. Entries of the source come without their origins: no caller gave those commands
     * to the fork.
     *
     * @return null if the instance has not come there
     * @throws JournalMismatchException if the journal does not fit the program
     * @throws EngineStoppedException if the engine stops meanwhile
     */
    List<JournalEntry> upTo(InstanceForkRequest fork, long nowMillis) {
        int run = fork.run();
        ForkPointCollector watch = replay(fork.task());
        if (watch == null || watch.beginnings().size() < Math.max(run, 1)) {
            return null;
        }
        int chosen = run == 0 ? watch.beginnings().size() : run;
        ForkPointCollector.Beginning beginning = watch.beginnings().get(chosen - 1);
        List<JournalEntry> entries = new ArrayList<>();
        List<JournalEntry> copied = new ArrayList<>();
        JournalEntry suspension = null;
        for (int position = 0; position <= beginning.position(); position++) {
            JournalEntry entry = read(position);
            JournalEvent happening = entry.event();
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
        entries.add(new JournalEntry(nowMillis, new Forked(sourceId, fork.task(), chosen, fork.input(),
                Math.max(0, nowMillis - cameAtMillis)), fork.origin()));
        entries.addAll(copied);
        return entries;
    }

    /** The tasks that were done before the beginning, and are written behind the entry from which they follow. */
    private List<JournalEntry> tasksBehind(ForkPointCollector.Beginning beginning) {
        List<JournalEntry> tasks = new ArrayList<>();
        for (int position = (int) beginning.position() + 1; position < journal.size(); position++) {
            JournalEntry entry = read(position);
            if (!(entry.event() instanceof TaskDone done) || !beginning.follows(done.task(), done.run())) {
                break;
            }
            tasks.add(entry);
        }
        return tasks;
    }

    private JournalEntry read(int position) {
        JournalEntry entry = journal.read(position);
        return new JournalEntry(entry.atMillis(), entry.event());
    }

    private boolean keepsTasks() {
        return IntStream.range(0, journal.size()).anyMatch(position -> journal.read(position).event() instanceof TaskDone);
    }

    private ForkPointCollector replay(String task) {
        boolean keepsTasks = keepsTasks();
        ForkPointCollector[] watching = new ForkPointCollector[1];
        InstanceReplay.of(sourceId, program, journal, pacing, false, new InstanceReplay.Watcher() {
            @Override
            public void begins(InstanceState state) {
                watching[0] = ForkPointCollector.of(state, task, keepsTasks);
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
