package dev.cairn.engine.instance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.cairn.api.CommandOrigin;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.instance.phase.LoadedInstancePhase;
import dev.cairn.engine.instance.phase.PhaseSwitch;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.executor.TraceContext;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.journal.JournalEncoder;
import dev.cairn.journal.JournalEntry;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.JsonPayload;

/**
 * Writes the entries of an instance: gathers them, commits them in one write at a time, and repeats a write after a temporary
 * failure of the store. Used only in the turns of the instance, in which its listener is notified as well.
 */
public final class InstanceWriter {

    /** The epoch of a new instance. */
    public static final long FIRST_EPOCH = 1;

    /** Maximum buffered entries; reaching it forces a write. */
    private static final int MAX_UNWRITTEN = 1_000;
    /**
     * Maximum buffered entries of tasks, with the entries before them: less than the number of messages that are handled in one
     * turn.
     */
    private static final int MAX_GATHERED = 200;
    /** Approximate maximum size of the buffered outputs of tasks that are written together. */
    private static final int MAX_GATHERED_BYTES = 1 << 18;

    private final NodeContext context;
    private final String id;
    private final JournalEncoder encoder;
    private final PhaseSwitch phases;
    private final Consumer<Runnable> turnExecutor;
    private final Listener listener;
    private final List<JournalEntry> unwrittenEntries = new ArrayList<>(2);
    /** Changed in turns of the instance; read by any thread. */
    private volatile long epoch;
    private long position;
    private long term;
    /** Cost of the tasks that were buffered since the last write, each at least 1. */
    private long gathered;
    private int gatheredBytes;
    /** The origin of the next record, or null. */
    private CommandOrigin nextOrigin;
    /** Goes with the first entry of the next write that has one. */
    private TraceContext unwrittenMark;
    private InstanceWrite uncertain;
    private long retryMillis = StoreBackoff.FIRST_MILLIS;

    /**
     * Nothing is recorded yet.
     *
     * @param turnExecutor work that has to be handled in a turn of the instance
     */
    InstanceWriter(NodeContext context, String id, WritePosition from, PhaseSwitch phases, Consumer<Runnable> turnExecutor,
            Listener listener) {
        this.context = context;
        this.id = id;
        this.encoder = from.encoder();
        this.epoch = from.epoch();
        this.position = from.entries();
        this.term = from.term();
        this.phases = phases;
        this.turnExecutor = turnExecutor;
        this.listener = listener;
    }

    /** Records an event, for the next write. */
    void record(JournalEvent happening) {
        record(happening, nextOrigin);
    }

    /** As {@link #record(JournalEvent)}, with an origin; null for none. */
    void record(JournalEvent happening, CommandOrigin origin) {
        nextOrigin = null;
        if (context.keepsState()) {
            unwrittenEntries.add(new JournalEntry(context.time().millis(), happening, origin));
        }
    }

    /** Sets the origin of the next record; null takes it back. */
    void attribute(CommandOrigin origin) {
        nextOrigin = origin;
    }

    /** The epoch that each write carries. */
    long epoch() {
        return epoch;
    }

    /** Number of entries of the journal. */
    long position() {
        return position;
    }

    /** Number of entries of the journal, and of those that will be written. */
    long recorded() {
        return position + unwrittenEntries.size();
    }

    /** True if nothing has happened since the last write. */
    boolean nothingNew() {
        return unwrittenEntries.isEmpty();
    }

    /** True if more may happen before the next write. */
    boolean mayGrow() {
        return unwrittenEntries.size() < MAX_UNWRITTEN;
    }

    /**
     * True if the tasks since the last write may be written together with the following ones: few, cheap, and with small
     * outputs. Failed tasks are never delayed.
     *
     * @param done the tasks completed since the previous call
     * @param cost of these
     * @param most maximum cost of all of them
     */
    boolean mayGather(List<TaskDone> done, long cost, int most) {
        gathered += Math.max(1, cost);
        for (TaskDone task : done) {
            JsonPayload output = task.output();
            // The size of an error is not bounded.
            gatheredBytes += output == null ? MAX_GATHERED_BYTES
                    : output.textBytes(Math.max(0, MAX_GATHERED_BYTES - gatheredBytes));
        }
        return unwrittenEntries.size() < MAX_GATHERED && gathered < most && gatheredBytes < MAX_GATHERED_BYTES;
    }

    /**
     * True if something happened that is not to be done again because long work follows, or tasks were done that are to be in the
     * journal. A start on which nothing was done has time.
     */
    boolean areUrgent() {
        return !unwrittenEntries.isEmpty() && (position > 0 || gathered > 0);
    }

    /** The term of the lease in which the instance was surely this node's. */
    long term() {
        return term;
    }

    /** True if no other node can have taken the instance over since the last write. */
    boolean ours() {
        return context.lease().covers(term);
    }

    /** True if no other node can have taken the instance over. Otherwise finds out: a call of this node could be the second. */
    boolean areOursOrAsk() {
        boolean sure = ours();
        if (!sure && phases.is(LoadedInstancePhase.RUNNING)) {
            assure();
        }
        return sure;
    }

    /**
     * Commits the recorded entries, together with the row. The instance runs, or is about to end or leave.
     *
     * @param mark the place of the instance in a trace, or null if the journal has it
     */
    void write(InstanceRow row, TraceContext mark) {
        if (phases.is(LoadedInstancePhase.RUNNING)) {
            phases.to(LoadedInstancePhase.WRITING);
        }
        if (mark != null) {
            unwrittenMark = mark;
        }
        if (unwrittenMark != null && !unwrittenEntries.isEmpty()) {
            unwrittenEntries.set(0, unwrittenEntries.get(0).with(unwrittenMark));
            unwrittenMark = null;
        }
        write(row);
    }

    private void write(InstanceRow row) {
        gathered = 0;
        gatheredBytes = 0;
        context.journal().append(row, epoch, position, encoder, List.copyOf(unwrittenEntries), new Outcome(row));
    }

    private void encodingFailed(InstanceRow row, Throwable cause, boolean ofCodec) {
        if (ofCodec) {
            unwell(cause);
        }
        if (position == 0) {
            listener.notCreated(
                    ofCodec ? new StoreException("a payload codec failed: " + ExceptionMessageFormatter.of(cause), false, cause)
                            : cause);
        } else if (ofCodec) {
            // It may need a key that is not there yet.
            listener.delayed(cause);
            again(() -> write(row));
        } else {
            listener.broken(cause);
        }
    }

    private void commit(InstanceWrite write) {
        context.journal().commit(write, new Outcome(write.row()));
    }

    private void committed(InstanceWrite write, CommitResult result, long sentInTerm) {
        if (result == CommitResult.COMMITTED) {
            context.health().good(Work.COMMITS);
            term = sentInTerm;
            position += write.entries().size();
            unwrittenEntries.clear();
            uncertain = null;
            retryMillis = StoreBackoff.FIRST_MILLIS;
            answered();
            listener.durable(write.row().updatedAtMillis());
        } else if (uncertain != null || result == CommitResult.FENCED && ours()) {
            look(write, result, sentInTerm);
        } else {
            listener.refused(result);
        }
    }

    /**
     * An earlier try of the write may have been durable, or this node has claimed the instance again. No other writer has the epoch,
     * so the length of the journal tells.
     */
    private void look(InstanceWrite write, CommitResult refusal, long sentInTerm) {
        long written = write.position() + write.entries().size();
        context.journal().load(id).subscribe().with(found -> turnExecutor.accept(() -> {
            long length = found.map(stored -> stored.entries().size()).orElse(0);
            boolean again = found.isPresent() && isClaimedAgain(found.get());
            if (again && length == write.position()) {
                epoch = found.get().epoch();
                commit(new InstanceWrite(write.row(), epoch, write.position(), write.entries()));
            } else if (uncertain != null && length == written
                    && (again || found.isPresent() && found.get().epoch() == epoch)) {
                epoch = found.get().epoch();
                committed(write, CommitResult.COMMITTED, sentInTerm);
            } else if (uncertain != null) {
                listener.uncertain();
            } else {
                listener.refused(refusal);
            }
        }), failure -> turnExecutor.accept(() -> {
            if (uncertain == null) {
                listener.refused(refusal);
            } else {
                commitFailed(write, failure);
            }
        }));
    }

    /**
     * True if this life of the node has a newer claim, and no other node can have had the instance since its last write. The reply to
     * the first claim was lost, the claim was repeated, and the server executed the first one last. The instance is in memory already,
     * so only its epoch changes.
     */
    private boolean isClaimedAgain(StoredInstance stored) {
        return ours() && stored.epoch() > epoch && context.nodeId().equals(stored.row().owner());
    }

    /**
     * Verifies that the instance is ours although another node could have taken it over; waits for a lease and for the store.
     * Notifies the listener when it is, or when another node owns it, unless the application stops first.
     */
    private void assure() {
        phases.to(LoadedInstancePhase.ASSURING);
        context.lease().whenHeld(() -> turnExecutor.accept(this::askWhose));
    }

    private void askWhose() {
        long askedInTerm = context.lease().current();
        if (context.stopping()) {
            answered();
            listener.ours();
            return;
        }
        context.journal().load(id).subscribe().with(found -> turnExecutor.accept(() -> {
            if (found.isPresent() && found.get().epoch() == epoch) {
                term = askedInTerm;
                retryMillis = StoreBackoff.FIRST_MILLIS;
                answered();
                listener.ours();
            } else {
                listener.uncertain();
            }
        }), failure -> turnExecutor.accept(() -> {
            if (EngineFailureTranslator.isPermanent(failure)) {
                listener.broken(failure);
            } else {
                again(this::askWhose);
            }
        }));
    }

    /** The instance goes on, unless it ends or leaves with this, or is gone. */
    private void answered() {
        if (phases.is(LoadedInstancePhase.WRITING) || phases.is(LoadedInstancePhase.ASSURING)) {
            phases.to(LoadedInstancePhase.RUNNING);
        }
    }

    private void again(Runnable action) {
        context.timers().after(retryMillis, () -> turnExecutor.accept(action));
        retryMillis = StoreBackoff.after(retryMillis);
    }

    private void unwell(Throwable cause) {
        if (!EngineFailureTranslator.concernsInstance(cause)) {
            context.health().failed(Work.COMMITS, "CAIRN-0434: Cannot write entries", cause);
        }
    }

    private void commitFailed(InstanceWrite write, Throwable cause) {
        unwell(cause);
        if (write.creates()) {
            listener.notCreated(cause);
        } else if (!EngineFailureTranslator.isPermanent(cause)) {
            uncertain = write;
            listener.delayed(cause);
            again(() -> commit(write));
        } else {
            listener.broken(cause);
        }
    }

    /** Brings the outcome of a write to the turns of the instance. */
    private final class Outcome implements GroupCommitJournal.AppendListener {
        private final InstanceRow row;
        /** Of the moment before the write: a later one could begin while another node has the instance. */
        private final long sentInTerm = context.lease().current();

        Outcome(InstanceRow row) {
            this.row = row;
        }

        @Override
        public void notEncoded(Throwable cause, boolean ofCodec) {
            turnExecutor.accept(() -> encodingFailed(row, cause, ofCodec));
        }

        @Override
        public void done(InstanceWrite write, CommitResult result) {
            turnExecutor.accept(() -> committed(write, result, sentInTerm));
        }

        @Override
        public void failed(InstanceWrite write, Throwable cause) {
            turnExecutor.accept(() -> commitFailed(write, cause));
        }
    }

    /** Receives the outcome of a write. */
    interface Listener {

        /** Everything that happened is durable. */
        void durable(long atMillis);

        /** The store refused the write: the id was taken, or a newer epoch exists. */
        void refused(CommitResult result);

        /** Another node took over, perhaps after the last write was durable: the journal tells. */
        void uncertain();

        /** No other node has taken over, even if the lease had a gap. */
        void ours();

        /** The first write failed: it is not known whether the instance came to be. */
        void notCreated(Throwable cause);

        /** A write failed and is tried again; it may be durable all the same. */
        void delayed(Throwable cause);

        /** The store will not take this write, ever. */
        void broken(Throwable cause);
    }
}
