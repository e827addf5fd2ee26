package dev.cairn.persistence.file.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.DataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;

import dev.cairn.api.InstanceCount;
import dev.cairn.persistence.file.disk.ChecksummedChunkFile;
import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoreException;

/**
 * The instances and their search orders, up to some address of the log: an MVStore of its own, committed at intervals. The log
 * behind that address is applied again when the store is opened.
 *
 * <p>
 * One thread changes it; any number call {@link #find} and {@link #findByKeys}.
 */
public final class PersistentStoreIndex implements AutoCloseable {

    /** Version of what is stored, in the index and in the log. */
    public static final int FORMAT = 5;
    /**
     * The oldest format that can be read. Its log lacks some facts that the index has. Before format 5 the index had no counts.
     */
    public static final int OLDEST_FORMAT = 3;

    public static final String FILE = "index.mv";
    /** Name of the file while it is being made; a leftover may be deleted. */
    public static final String UNFINISHED = "index.new";
    /** Name of an index after it was replaced by a rebuilt one. */
    public static final String DAMAGED = "index.damaged";
    /** A file of this name makes the next start rebuild the index. */
    public static final String REBUILD_MARK = "index.rebuild";

    private static final Map<String, Object> FILE_CONFIG = Map.of("cacheSize", 16, "pageSplitSize", 16 * 1024);
    /** Below this many bytes a file is left as it is. */
    private static final long SMALL_FILE_BYTES = 8L * 1024 * 1024;
    /** Chunks that are less full than this are rewritten. */
    private static final int FILL_PERCENT = 60;
    private static final int REWRITE_BYTES = 1024 * 1024;

    private final ChecksummedChunkFile file;
    private final MVStore store;
    private final MVMap<String, IndexedInstance> instances;
    private final MVMap<ListingKey, Boolean> listing;
    private final MVMap<ListingKey, Boolean> keyed;
    private final MVMap<TimeKey, Boolean> due;
    private final MVMap<TimeKey, Boolean> ended;
    private final MVMap<Long, Long> segments;
    private final MVMap<Long, Long> files;
    private final MVMap<String, Long> numbers;
    private final MVMap<String, Long> counts;
    private final SegmentUsage use = new SegmentUsage();
    private InstanceCountTally tally = new InstanceCountTally();
    private final InstanceFinder finder;

    private PersistentStoreIndex(ChecksummedChunkFile file, MVStore store) {
        this.file = file;
        this.store = store;
        instances = open("instances", IndexDataTypes.ID, IndexDataTypes.STATE);
        listing = open("listing", IndexDataTypes.LISTING, IndexDataTypes.PRESENT);
        keyed = open("keyed", IndexDataTypes.LISTING, IndexDataTypes.PRESENT);
        due = open("due", IndexDataTypes.TIME, IndexDataTypes.PRESENT);
        ended = open("ended", IndexDataTypes.TIME, IndexDataTypes.PRESENT);
        segments = open("segments", LongDataType.INSTANCE, LongDataType.INSTANCE);
        files = open("files", LongDataType.INSTANCE, LongDataType.INSTANCE);
        numbers = open("numbers", StringDataType.INSTANCE, LongDataType.INSTANCE);
        counts = open("counts", StringDataType.INSTANCE, LongDataType.INSTANCE);
        finder = new InstanceFinder(instances, listing, keyed);
        use.restore(segments, files);
    }

    private <K, V> MVMap<K, V> open(String name, DataType<K> keys, DataType<V> values) {
        return store.openMap(name, new MVMap.Builder<K, V>().keyType(keys).valueType(values));
    }

    /** Makes an empty one. Its file gets its name when it is complete, so a file of that name always is. */
    public static void create(StoreDisk disk) throws IOException {
        try (PersistentStoreIndex index = begin(disk)) {
            index.commit(LogRecord.NONE + 1, IndexedInstance.EARLIER_LIFE);
        }
        disk.rename(UNFINISHED, FILE);
        disk.force();
    }

    /** Begins an empty one, in a file that is {@link #UNFINISHED}. */
    public static PersistentStoreIndex begin(StoreDisk disk) throws IOException {
        ChecksummedChunkFile file = new ChecksummedChunkFile(disk.open(UNFINISHED, true), 0, FILE_CONFIG);
        return new PersistentStoreIndex(file, open(file));
    }

    /**
     * @throws IndexDamageException if it is damaged
     * @throws dev.cairn.spi.StoreException if it is of another format, or the disk cannot read it
     */
    public static PersistentStoreIndex open(StoreDisk disk) throws IOException {
        return open(disk, true);
    }

    /** Opens an index whose newest commit, or other parts, may be damaged. Its readable parts are as they were written. */
    public static PersistentStoreIndex openDamaged(StoreDisk disk) throws IOException {
        return open(disk, false);
    }

    private static PersistentStoreIndex open(StoreDisk disk, boolean checked) throws IOException {
        DiskFile diskFile = disk.open(FILE, false);
        // A commit that the store before this one wrote and did not make durable is taken for good from now on.
        diskFile.force();
        ChecksummedChunkFile file = new ChecksummedChunkFile(diskFile, diskFile.size(), FILE_CONFIG);
        try {
            MVStore store = open(file);
            refuseUnread(disk, file);
            int format = store.getStoreVersion();
            if (format != 0 && (format < OLDEST_FORMAT || format > FORMAT)) {
                throw FileStoreExceptionFactory.unknownFormat(disk.location(), FILE, Integer.toString(format));
            }
            PersistentStoreIndex index = new PersistentStoreIndex(file, store);
            if (checked) {
                index.check();
                index.restoreCounts(format);
            }
            return index;
        } catch (StoreException | IndexDamageException e) {
            diskFile.close();
            throw e;
        } catch (RuntimeException e) {
            diskFile.close();
            refuseUnread(disk, file);
            throw new IndexDamageException("this is not a readable index of instances: " + e.getMessage(), e);
        }
    }

    /** An index that could not be read is not damaged: to rebuild it would be to rely on the disk all the more. */
    private static void refuseUnread(StoreDisk disk, ChecksummedChunkFile file) {
        if (file.readFailure() != null) {
            throw FileStoreExceptionFactory.cannotAnswer(disk.location(), "the index", file.readFailure());
        }
    }

    private void restoreCounts(int format) {
        tally = format == FORMAT ? InstanceCountCodec.restore(counts) : InstanceCountCodec.count(instances.values());
    }

    private void check() {
        if (file.damage() != null) {
            throw new IndexDamageException(file.damage(), null);
        }
        if (!isCurrent()) {
            throw new IndexDamageException("its last commit cannot be read", null);
        }
        if (isEmpty()) {
            throw new IndexDamageException("it is empty", null);
        }
    }

    /** True if no commit newer than the opened one was durable. */
    public boolean isCurrent() {
        return !file.isBehindHeader();
    }

    /** True if nothing was ever committed. */
    public boolean isEmpty() {
        return numbers.get("marker") == null || numbers.get("life") == null;
    }

    /** The first damage that was found, or null. */
    public String damage() {
        return file.damage();
    }

    /** Told once, on any thread, of damage that is found from now on. */
    public void onDamage(Consumer<String> listener) {
        file.onDamage(listener);
    }

    /**
     * Reads all of it.
     *
     * @throws MVStoreException if something is damaged
     */
    public void checkAll() {
        file.checkAll();
    }

    /** All instances, by their ids. Not while it is being changed. */
    public Collection<IndexedInstance> states() {
        return instances.values();
    }

    private static MVStore open(ChecksummedChunkFile file) {
        MVStore store = new MVStore.Builder().adoptFileStore(file).autoCommitDisabled().autoCommitBufferSize(0)
                .keysPerPage(64).open();
        store.setVersionsToKeep(0);
        return store;
    }

    /** The state of an instance, or null. */
    public IndexedInstance find(String id) {
        return guarded(() -> instances.get(id));
    }

    /** Finds instances as {@link InstanceFinder#findByKeys} does. */
    InstancePage findByKeys(InstanceQuery query, List<ListingSource> waiting, Function<String, IndexedInstance> states) {
        return guarded(() -> finder.findByKeys(query, waiting, states));
    }

    private <T> T guarded(Supplier<T> reading) {
        MVStore.TxCounter usage = store.registerVersionUsage();
        try {
            return reading.get();
        } finally {
            store.deregisterVersionUsage(usage);
        }
    }

    /** Takes in what an instance is now; null if it was removed. */
    public void apply(String id, IndexedInstance state) {
        IndexedInstance before = state == null ? instances.remove(id) : instances.put(id, state);
        InstanceRow old = before == null ? null : before.row();
        InstanceRow now = state == null ? null : state.row();
        replace(listing, old == null ? null : ListingKey.of(old), now == null ? null : ListingKey.of(now));
        applyKeys(old, now);
        replace(due, dueKey(old), dueKey(now));
        replace(ended, endedKey(old), endedKey(now));
        tally.replace(old, now);
        if (before != null) {
            before.extents().forEach(use::remove);
        }
        if (state != null) {
            state.extents().forEach(use::add);
        }
    }

    private void applyKeys(InstanceRow old, InstanceRow now) {
        // Keys are those of the creation. An instance that was removed may have come back with others, or later with the same.
        if (old == null || now == null || old.createdAtMillis() != now.createdAtMillis() || !old.keys().equals(now.keys())) {
            if (old != null) {
                ListingKey.ofKeys(old).forEach(keyed::remove);
            }
            if (now != null) {
                ListingKey.ofKeys(now).forEach(key -> keyed.put(key, Boolean.TRUE));
            }
        }
    }

    private static <K> void replace(MVMap<K, Boolean> map, K old, K now) {
        if (old != null && !old.equals(now)) {
            map.remove(old);
        }
        if (now != null && !now.equals(old)) {
            map.put(now, Boolean.TRUE);
        }
    }

    private static TimeKey dueKey(InstanceRow row) {
        return row != null && row.hasTimer() ? new TimeKey(row.wakeAtMillis(), row.id()) : null;
    }

    private static TimeKey endedKey(InstanceRow row) {
        return row != null && row.status().ended() ? new TimeKey(row.keepUntilMillis(), row.id()) : null;
    }

    /** Number of instances of each kind. */
    public List<InstanceCount> counts() {
        return tally.counts();
    }

    /** The needed part of each segment. */
    public SegmentUsage use() {
        return use;
    }

    /** Finds pages of instances. */
    public InstanceFinder finder() {
        return finder;
    }

    /** Due times up to one, in order. */
    public List<TimeKey> due(long untilMillis, TimeKey after, int limit) {
        return times(due, after, untilMillis, limit);
    }

    /** Ended instances that are kept until a time at the most, in order. */
    public List<TimeKey> ended(long untilMillis, int limit) {
        return times(ended, null, untilMillis, limit);
    }

    private static List<TimeKey> times(MVMap<TimeKey, Boolean> map, TimeKey after, long untilMillis, int limit) {
        List<TimeKey> found = new ArrayList<>();
        Iterator<TimeKey> keys = map.keyIterator(after);
        while (found.size() < limit && keys.hasNext()) {
            TimeKey key = keys.next();
            if (key.atMillis() > untilMillis) {
                break;
            }
            if (!key.equals(after)) {
                found.add(key);
            }
        }
        return found;
    }

    /** The address in the log up to which this index is durable. */
    public long marker() {
        return numbers.get("marker");
    }

    /** Number of times that the store was opened. */
    public long life() {
        return numbers.get("life");
    }

    /**
     * Makes everything durable that was applied.
     *
     * @param marker the address in the log up to which it was applied, all of it durable there
     * @param life see {@link #life()}
     */
    public void commit(long marker, long life) {
        if (file.size() > SMALL_FILE_BYTES) {
            // Live pages of sparse chunks are written again with this commit, so that those chunks become free.
            store.compact(FILL_PERCENT, REWRITE_BYTES);
        }
        if (store.getStoreVersion() != FORMAT) {
            store.setStoreVersion(FORMAT);
        }
        numbers.put("marker", marker);
        numbers.put("life", life);
        use.save(segments, files);
        InstanceCountCodec.save(tally, counts);
        store.commit();
        file.sync();
    }

    /** Approximate memory of the uncommitted changes in bytes. */
    public long unsavedBytes() {
        return store.getUnsavedMemory();
    }

    /** Size of the file in bytes. */
    long fileBytes() {
        return file.size();
    }

    /** Writes nothing: what was not committed is in the log. */
    @Override
    public void close() {
        store.closeImmediately();
    }
}
