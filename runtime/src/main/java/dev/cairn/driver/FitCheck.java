package dev.cairn.driver;

import dev.cairn.driver.JournalFit.Verdict;
import dev.cairn.executor.DivergenceException;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Started;
import dev.cairn.executor.State;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.journal.JournalReader;
import dev.cairn.spi.CauseText;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.spi.StoredInstance;

/** Replays a journal to see whether it fits the definition that the application has now, and where it does not. Nothing is written. */
final class FitCheck implements Replay.Watcher {

    private final JournalReader journal;
    private int position = JournalFit.NO_ENTRY;

    private FitCheck(JournalReader journal) {
        this.journal = journal;
    }

    /** Replays the journal of an instance that has not ended. On a worker. */
    static JournalFit of(NodeContext context, StoredInstance stored, PureWork.Slot slot) {
        InstanceRow row = stored.row();
        InstalledProgram installed = context.programs().exactly(row.workflow(), row.version());
        if (installed == null) {
            return new JournalFit(row.id(), row.workflow(), row.version(), Verdict.NO_DEFINITION, null, JournalFit.NO_ENTRY,
                    CauseText.of(new MissingDefinitionException(row)));
        }
        FitCheck check = new FitCheck(context.journal().reader(stored));
        return check.run(context, row, installed, slot);
    }

    private JournalFit run(NodeContext context, InstanceRow row, InstalledProgram installed, PureWork.Slot slot) {
        try {
            boolean changed = journal.size() > 0 && journal.read(0).happening() instanceof Started started
                    && started.shape() != installed.program().shape();
            // A queued start has begun nothing.
            if (!row.isQueued() && !row.status().ended()) {
                Replay.of(row.id(), installed.linked(), journal, ReplayPace.toShow(context, slot), false, this);
            }
            return JournalFit.good(row.id(), row.workflow(), row.version(), changed);
        } catch (DivergenceException misfit) {
            return bad(row, Verdict.MISFIT, task(), misfit);
        } catch (DamagedEntryException | PayloadCodecException unreadable) {
            return bad(row, Verdict.UNREADABLE, null, unreadable);
        }
    }

    private JournalFit bad(InstanceRow row, Verdict verdict, String task, RuntimeException reason) {
        return new JournalFit(row.id(), row.workflow(), row.version(), verdict, task, position, CauseText.of(reason));
    }

    /** The task whose effect the entry is about. Its identity is the reference of the task, with counters behind it. */
    private String task() {
        if (position < 0 || !(journal.read(position).happening() instanceof Happening.OfEffect outcome)) {
            return null;
        }
        return outcome.effect().split("[@!]")[0];
    }

    @Override
    public void begins(State state) {
        position = 0;
    }

    @Override
    public void takes(int taken) {
        position = taken;
    }
}
