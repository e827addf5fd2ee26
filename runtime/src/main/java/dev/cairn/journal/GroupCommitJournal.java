package dev.cairn.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Gathers the writes of all instances and commits them in groups: the next group forms while one group is being made durable,
 * so a group grows with the load. No thread waits and nothing is locked. A thread that appends while no commit is under way
 * starts one, and the thread that completes a commit starts the next. If writes come fast and the processors are busy, those
 * that end instances first gather for a millisecond ({@link CommitDelayPolicy}).
 */
public final class GroupCommitJournal {

    /** Approximate memory of an instance that waits for its write, without its entries. */
    private static final int BYTES_PER_WRITE = 2_048;
    private static final long MAX_BYTES = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8);

    /** More than this is not encoded on an event loop: with compression it takes a tenth of a millisecond or more. */
    public static final int MAX_BYTES_INLINE = 16 << 10;

    /** The size of a payload without a text is estimated up to this. */
    private static final int MAX_BYTES_ESTIMATED = 1 << 20;

    private final InstanceStore store;
    private final JournalEncodingOptions options;
    private final Executor encodingExecutor;
    private final Executor worker;
    private final GroupCommits commits;
    private final LongAdder groups = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final AtomicLong bytes = new AtomicLong();
    private volatile BooleanSupplier annotates = () -> true;

    /** A journal over a store without a listener for fatal failures. */
    public GroupCommitJournal(InstanceStore store, JournalEncodingOptions options, JournalDependencies around) {
        this(store, options, around, failure -> {});
    }

    /**
     * A journal over a store.
     *
     * @param fatal receives a failure after which nothing more is written, or an instance gets no answer to its write; on any
     *        thread, must not throw
     */
    public GroupCommitJournal(InstanceStore store, JournalEncodingOptions options, JournalDependencies around,
            Consumer<Throwable> fatal) {
        this(store, options, around, fatal, GroupCommitListener.NONE);
    }

    /** As {@link #Journal(InstanceStore, JournalEncodingOptions, JournalDependencies, Consumer)}, with a listener for each group. */
    public GroupCommitJournal(InstanceStore store, JournalEncodingOptions options, JournalDependencies around,
            Consumer<Throwable> fatal,
            GroupCommitListener listener) {
        this.store = store;
        this.options = options;
        this.encodingExecutor = around.encoder();
        this.worker = around.worker();
        this.commits = new GroupCommits(store, around, this::count, fatal, listener);
    }

    /** Entries say who asked for them and where the instance is in a trace as long as this is true; others are readable for old nodes. */
    public void annotateIf(BooleanSupplier allCanRead) {
        annotates = allCanRead;
    }

    /** True if newly encoded entries keep their origin and their trace position. */
    public boolean annotates() {
        return annotates.getAsBoolean();
    }

    /** Encodes the entries of a new instance, see {@link #append}. */
    public JournalEncoder encoder() {
        return new JournalEncoder(options);
    }

    /** Decodes the entries of a stored instance. Large ones take long: see {@link #load}. */
    public JournalDecoder decoder(StoredInstance stored) {
        return new JournalDecoder(options, stored.row().id(), stored.entries());
    }

    /**
     * Reads an instance as its store does; if its journal is large, completes where it may be read at leisure. A schedule or a kept
     * event is no instance: the answer to its id is empty.
     */
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        if (InstanceIdGenerator.isBesideInstances(instanceId)) {
            return Uni.createFrom().item(Optional.empty());
        }
        return store.load(instanceId).chain(stored -> {
            Uni<Optional<StoredInstance>> loaded = Uni.createFrom().item(stored);
            return stored.isPresent() && bytes(stored.get().entries()) > MAX_BYTES_INLINE ? loaded.emitOn(worker) : loaded;
        });
    }

    /**
     * Encodes the entries of an instance, through the codecs of the application if it has some, and makes them durable with the next
     * group. An instance has at most one write under way.
     *
     * @param row the instance from then on
     * @param position number of entries of the journal
     * @param encoder of this instance; not used again before the listener was called
     * @param entries the entries in their order; not changed afterwards
     * @param listener receives the outcome, on the thread on which the store completes; if they cannot be encoded, on the calling
     *        thread for a small amount, else on a worker. Must not block or throw
     */
    public void append(InstanceRow row, long epoch, long position, JournalEncoder encoder, List<JournalEntry> entries,
            AppendListener listener) {
        long large = largeBytes(entries);
        if (large == 0) {
            appendNow(row, epoch, position, encoder, entries, listener);
            return;
        }
        bytes.addAndGet(large);
        encodingExecutor.execute(() -> {
            try {
                appendNow(row, epoch, position, encoder, entries, listener);
            } finally {
                bytes.addAndGet(-large);
            }
        });
    }

    private void appendNow(InstanceRow row, long epoch, long position, JournalEncoder encoder, List<JournalEntry> entries,
            AppendListener listener) {
        List<EncodedEntry> sealed = new ArrayList<>(entries.size());
        WrittenTextCache texts = WrittenTextCache.of(entries);
        boolean annotated = annotates();
        boolean ofCodec = false;
        try {
            for (JournalEntry entry : entries) {
                long at = position + sealed.size();
                ofCodec = false;
                EncodedEntry encoded = encoder.encode(at, annotated ? entry : entry.withoutNotes(), texts);
                ofCodec = true;
                sealed.add(options.seal().seal(encoded, new EntryPlace(row.id(), at)));
            }
        } catch (RuntimeException | Error failure) {
            // Errors included: the instance must receive them, or it stands still for ever.
            listener.notEncoded(failure, ofCodec && failure instanceof RuntimeException);
            return;
        }
        commit(new InstanceWrite(row, epoch, position, sealed), listener);
    }

    /** Approximate size of the payloads if it is large; else 0. */
    private static long largeBytes(List<JournalEntry> entries) {
        long sum = 0;
        for (JournalEntry entry : entries) {
            JsonPayload payload = JournalEncoder.payload(entry.event());
            sum += payload == null ? 0 : payload.textBytes(MAX_BYTES_ESTIMATED);
        }
        return sum < MAX_BYTES_INLINE ? 0 : sum;
    }

    /**
     * Makes a write durable with the next group: a row without entries, or again a write of {@link #append} that has failed.
     *
     * @param write entries and row of one instance; not changed afterwards
     * @param listener receives the outcome, on the thread on which the store completes; must not block or throw
     */
    public void commit(InstanceWrite write, Listener listener) {
        long size = write.bytes();
        commits.add(write, size, new Counted(listener, size + BYTES_PER_WRITE));
    }

    /**
     * As {@link #commit(InstanceWrite, Listener)}, once the result is subscribed to.
     *
     * @return the answer of the store; fails as the store does: then the write may or may not be durable
     */
    public Uni<CommitResult> commit(InstanceWrite write) {
        return Uni.createFrom().emitter(emitter -> commit(write, new Listener() {
            @Override
            public void done(InstanceWrite decided, CommitResult result) {
                emitter.complete(result);
            }

            @Override
            public void failed(InstanceWrite undecided, Throwable cause) {
                emitter.fail(cause);
            }
        }));
    }

    /** True while the backlog of writes is too large to begin new instances. */
    public boolean isFull() {
        return bytes.get() >= MAX_BYTES;
    }

    /** Size of the entries of a stored instance in bytes. */
    public static long bytes(List<byte[]> entries) {
        long bytes = 0;
        for (byte[] entry : entries) {
            bytes += entry.length;
        }
        return bytes;
    }

    /** Number of writes that wait for a group. */
    public int waiting() {
        return commits.waiting();
    }

    /** Number of groups committed so far. */
    public long groups() {
        return groups.sum();
    }

    /** Number of writes in them. */
    public long writes() {
        return writes.sum();
    }

    private void count(int groupSize) {
        groups.increment();
        writes.add(groupSize);
    }

    /** Counts a write among those that wait, from now until it is decided. */
    private final class Counted implements Listener {
        private final Listener listener;
        private final long sizeBytes;

        Counted(Listener listener, long sizeBytes) {
            this.listener = listener;
            this.sizeBytes = sizeBytes;
            bytes.addAndGet(sizeBytes);
        }

        @Override
        public void done(InstanceWrite write, CommitResult result) {
            bytes.addAndGet(-sizeBytes);
            listener.done(write, result);
        }

        @Override
        public void failed(InstanceWrite write, Throwable cause) {
            bytes.addAndGet(-sizeBytes);
            listener.failed(write, cause);
        }
    }

    /** Receives the outcome of a write. */
    public interface Listener {

        /** The store has decided. */
        void done(InstanceWrite write, CommitResult result);

        /** The store has failed: the write may or may not be durable. */
        void failed(InstanceWrite write, Throwable cause);
    }

    /** Receives the outcome of entries that are appended. */
    public interface AppendListener extends Listener {

        /**
         * The entries cannot be encoded. Nothing was written.
         *
         * @param ofCodec true if a codec failed, and may work another time
         */
        void notEncoded(Throwable cause, boolean ofCodec);
    }
}
