package dev.cairn.engine.operation;

import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.operation.JournalCompatibilityResult.Verdict;
import dev.cairn.engine.port.MissingDefinitionException;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.spi.StoredInstance;

/** Replays a journal to see whether it fits the definition that the application has now, and where it does not. Nothing is written. */
public final class JournalCompatibilityCheck implements InstanceReplay.Watcher {

    private final JournalDecoder journal;
    private int position = JournalCompatibilityResult.NO_ENTRY;

    private JournalCompatibilityCheck(JournalDecoder journal) {
        this.journal = journal;
    }

    /** Replays the journal of an instance that has not ended. On a worker. */
    public static JournalCompatibilityResult of(NodeContext context, StoredInstance stored, PureWorkScheduler.Slot slot) {
        InstanceRow row = stored.row();
        InstalledProgram installed = context.programs().exactly(row.workflow(), row.version());
        if (installed == null) {
            return new JournalCompatibilityResult(row.id(), row.workflow(), row.version(), Verdict.NO_DEFINITION, null,
                    JournalCompatibilityResult.NO_ENTRY,
                    ExceptionMessageFormatter.of(new MissingDefinitionException(row)));
        }
        JournalCompatibilityCheck check = new JournalCompatibilityCheck(context.journal().decoder(stored));
        return check.run(context, row, installed, slot);
    }

    private JournalCompatibilityResult run(NodeContext context, InstanceRow row, InstalledProgram installed,
            PureWorkScheduler.Slot slot) {
        try {
            boolean changed = journal.size() > 0 && journal.read(0).event() instanceof Started started
                    && started.shape() != installed.program().shape();
            // A queued start has begun nothing.
            if (!row.isQueued() && !row.status().ended()) {
                InstanceReplay.of(row.id(), installed.linked(), journal, ReplayPacing.toShow(context, slot), false, this);
            }
            return JournalCompatibilityResult.good(row.id(), row.workflow(), row.version(), changed);
        } catch (JournalMismatchException misfit) {
            return bad(row, Verdict.MISFIT, task(), misfit);
        } catch (DamagedEntryException | PayloadCodecException unreadable) {
            return bad(row, Verdict.UNREADABLE, null, unreadable);
        }
    }

    private JournalCompatibilityResult bad(InstanceRow row, Verdict verdict, String task, RuntimeException reason) {
        return new JournalCompatibilityResult(row.id(), row.workflow(), row.version(), verdict, task, position,
                ExceptionMessageFormatter.of(reason));
    }

    /** The task whose effect the entry is about. Its identity is the reference of the task, with counters behind it. */
    private String task() {
        if (position < 0 || !(journal.read(position).event() instanceof JournalEvent.OfEffect outcome)) {
            return null;
        }
        return outcome.effect().split("[@!]")[0];
    }

    @Override
    public void begins(InstanceState state) {
        position = 0;
    }

    @Override
    public void takes(int taken) {
        position = taken;
    }
}
