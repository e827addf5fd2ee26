package dev.cairn.engine.audit;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.RecordedCommand;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Cancelling;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Fired;
import dev.cairn.executor.JournalEvent.Forked;
import dev.cairn.executor.JournalEvent.Received;
import dev.cairn.executor.JournalEvent.Resumed;
import dev.cairn.executor.JournalEvent.Retried;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.Suspended;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEntry;

/** Finds the commands in the journal of an instance. */
public final class CommandHistoryReader {

    private static final int MAX_COMMANDS = 1_000;
    /** The application itself, or a caller that an earlier version of Cairn did not record. */
    public static final CommandOrigin APPLICATION = new CommandOrigin(null, null);

    private final JournalDecoder journal;
    private final Deque<RecordedCommand> found = new ArrayDeque<>();
    /** Time of the fork that made this instance; older commands were given to the instance it was forked from. */
    private long forkedAtMillis = Long.MIN_VALUE;
    private boolean cancelling;

    private CommandHistoryReader(JournalDecoder journal) {
        this.journal = journal;
    }

    /** The commands of an instance, oldest first. Reads the whole journal, so it runs on workers. */
    public static List<RecordedCommand> of(JournalDecoder journal) {
        CommandHistoryReader records = new CommandHistoryReader(journal);
        for (int position = records.begin(); position < journal.size(); position++) {
            JournalEntry entry = journal.read(position);
            records.add(entry, records.kind(entry, position));
        }
        return List.copyOf(records.found);
    }

    /** A fork has the start of the other instance, and the forks that it was, before its own. */
    private int begin() {
        int begun = 0;
        while (begun + 1 < journal.size() && journal.read(begun + 1).event() instanceof Forked) {
            begun++;
            forkedAtMillis = journal.read(begun).atMillis();
        }
        return begun;
    }

    private void add(JournalEntry entry, CommandKind kind) {
        boolean beginning = kind == CommandKind.START || kind == CommandKind.FORK;
        if (kind == null || entry.origin() == null && entry.atMillis() <= forkedAtMillis && !beginning) {
            return;
        }
        if (found.size() == MAX_COMMANDS) {
            found.removeFirst();
        }
        found.add(new RecordedCommand(Instant.ofEpochMilli(entry.atMillis()), kind,
                entry.origin() == null ? APPLICATION : entry.origin()));
    }

    /** Null if it is none. */
    private CommandKind kind(JournalEntry entry, int position) {
        JournalEvent happening = entry.event();
        if (happening instanceof Started) {
            return CommandKind.START;
        } else if (happening instanceof Forked) {
            return CommandKind.FORK;
        } else if (happening instanceof Suspended) {
            return isStop(position) ? null : CommandKind.SUSPEND;
        } else if (happening instanceof Resumed) {
            return CommandKind.RESUME;
        } else if (happening instanceof Retried) {
            return CommandKind.RETRY;
        } else if (happening instanceof Received) {
            return entry.origin() == null ? null : CommandKind.SEND;
        } else if (happening instanceof Fired) {
            // Without an origin it was due.
            return entry.origin() == null ? null : CommandKind.FIRE;
        } else if (happening instanceof Cancelling) {
            cancelling = true;
            return CommandKind.COMPENSATE;
        }
        boolean cancels = happening instanceof Ended ended && ended.status() == InstanceStatus.CANCELLED
                && (!cancelling || entry.origin() != null);
        return cancels ? CommandKind.CANCEL : null;
    }

    /** True if the engine has suspended the instance, because it computed too much. */
    private boolean isStop(int position) {
        return position + 1 < journal.size() && journal.read(position + 1).event() instanceof Ended ended
                && ended.status() == InstanceStatus.FAULTED;
    }
}
