package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.h2.mvstore.MVStoreException;
import org.jboss.logging.Logger;

import dev.cairn.api.InstanceCount;
import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.IndexedInstance;
import dev.cairn.persistence.file.index.InstanceFinder;
import dev.cairn.persistence.file.index.InstanceStateOverlay;
import dev.cairn.persistence.file.index.OrphanScan;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.index.TimeKey;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * Keeps instances in the files of one directory. Acknowledged writes have been synced to the disk.
 *
 * <p>
 * Three threads work for it: one writes the log, one keeps the index, one reads. Results complete on these threads, so their
 * consumers must not block.
 *
 * <p>
 * After a failed write or sync, everything fails with a permanent {@link StoreException}: the contents of the disk are unknown
 * until the directory is opened again.
 */
public final class FileStore implements InstanceStore {

    private static final Logger LOG = Logger.getLogger(FileStoreLogCategory.CATEGORY);
    private static final StoreCapabilities CAPABILITIES = new StoreCapabilities("file", true, false, 1, 4_096, true);

    private final StoreDisk disk;
    private final PersistentStoreIndex index;
    private final SegmentLog log;
    private final InstanceStateOverlay states;
    private final StoreFailureState health;
    private final WriterThread writer;
    private final IndexThread indexer;
    private final ReaderThread reader;
    private final OrphanScan orphans;
    private final AtomicBoolean closed = new AtomicBoolean();

    private FileStore(StoreDisk disk, StoreOpening opening, StoreMaintenanceThresholds sizing) {
        this.disk = disk;
        index = opening.index();
        log = opening.log();
        long life = index.life();
        health = new StoreFailureState(disk.location());
        index.onDamage(this::askForRebuild);
        orphans = new OrphanScan(life);
        states = new InstanceStateOverlay(index, orphans, log.end(), sizing.waitingStates());
        health.onFailure(failure -> states.endWaiting());
        writer = new WriterThread(disk.location(), new WriteGroup(log, states, life), this::wakeIndexer, health);
        LogCleaner cleaner = new LogCleaner(index, states, log, this::copy, sizing.unneededBytes());
        indexer = new IndexThread(index, states, log, cleaner, life, health, sizing);
        reader = new ReaderThread(health);
        writer.start();
        indexer.start();
        reader.start();
    }

    /**
     * Opens a directory, and creates it if it is missing.
     *
     * @param directory directory of the files; one store at a time may have it open
     * @throws StoreException if another store has it open, if it cannot be read or written, or if something in it is damaged, of
     *         another format, or missing; then nothing was changed
     */
    public static FileStore open(Path directory) {
        return open(LocalDisk.open(directory), StoreMaintenanceThresholds.USUAL);
    }

    static FileStore open(StoreDisk disk, StoreMaintenanceThresholds sizing) {
        try {
            StoreOpening opening = new StoreOpening(disk);
            opening.run(sizing);
            return new FileStore(disk, opening, sizing);
        } catch (IOException | RuntimeException e) {
            StoreException failure = e instanceof StoreException known ? known
                    : FileStoreExceptionFactory.cannotOpenDirectory(disk.location(), e);
            closeAfter(failure, disk);
            throw failure;
        } catch (Error e) {
            closeAfter(e, disk);
            throw e;
        }
    }

    private static void closeAfter(Throwable failure, StoreDisk disk) {
        try {
            disk.close();
        } catch (IOException closing) {
            failure.addSuppressed(closing);
        }
    }

    /** Requests that need the damaged part fail instead of getting a wrong answer. The next start rebuilds the index. */
    private void askForRebuild(String what) {
        LOG.errorf(
                "CAIRN-0525: The index is damaged [directory=%s, file=%s]: %s. Instances that cannot be found by it are refused;"
                        + " start again, and the index is rebuilt from the journal.",
                disk.location(), PersistentStoreIndex.FILE, what);
        try {
            disk.open(PersistentStoreIndex.REBUILD_MARK, true).close();
            disk.force();
        } catch (IOException e) {
            LOG.errorf(e,
                    "CAIRN-0526: Cannot ask the next start for a rebuild [directory=%s]: delete %s there when the application"
                            + " has stopped",
                    disk.location(), PersistentStoreIndex.FILE);
        }
    }

    private void wakeIndexer() {
        indexer.wake();
    }

    private void copy(List<WriteGroup.Move> moves, Runnable copied) {
        writer.submit(group -> {
            moves.forEach(group::move);
            return moves.size();
        }).subscribe().with(count -> {
            copied.run();
            indexer.wake();
        }, failure -> {
            if (!closed.get()) {
                health.fail(failure);
            }
        });
    }

    @Override
    public StoreCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Optional<String> fatality() {
        return health.isFatal() ? Optional.of("file store") : Optional.empty();
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        List<InstanceWrite> writes = List.copyOf(batch);
        return answering("a batch", writer.submit(group -> group.commit(writes)));
    }

    @Override
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        return reading("the instance " + instanceId, () -> read(instanceId));
    }

    @Override
    public Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
        List<String> ids = List.copyOf(instanceIds);
        return reading("instances", () -> ids.stream().map(this::read).flatMap(Optional::stream).toList());
    }

    private Optional<StoredInstance> read(String instanceId) {
        IndexedInstance state = states.find(instanceId);
        if (state == null) {
            return Optional.empty();
        }
        List<byte[]> entries = new ArrayList<>((int) state.entries());
        state.extents().forEach(extent -> entries.addAll(log.entries(extent)));
        if (entries.size() != state.entries()) {
            throw new IllegalStateException("It has " + entries.size() + " entries where " + state.entries() + " were written");
        }
        return Optional.of(new StoredInstance(state.row(), state.epoch(), entries));
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String instanceId) {
        return answering("the instance " + instanceId,
                reader.submit(() -> Optional.ofNullable(states.find(instanceId)).map(IndexedInstance::row)));
    }

    @Override
    public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
        List<String> ids = List.copyOf(instanceIds);
        return answering("claims", writer.submit(group -> group.claim(nodeId, ids)));
    }

    @Override
    public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
        return answering("orphans", indexer.submit(at -> orphans.next(at, limit))).flatMap(ids -> ids.isEmpty()
                ? Uni.createFrom().item(List.<Claim>of())
                // When all of them were taken meanwhile, there may be others: an empty answer would say that there are none.
                : answering("orphans", writer.submit(group -> group.claimOrphans(nodeId, ids)))
                        .flatMap(claims -> claims.isEmpty() ? claimOrphans(nodeId, limit) : Uni.createFrom().item(claims)));
    }

    @Override
    public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        TimeKey afterKey = after == null ? null : new TimeKey(after.dueAtMillis(), after.instanceId());
        return answering("due times", indexer.submit(at -> at.due(untilMillis, afterKey, limit)))
                .map(keys -> keys.stream().map(key -> new DueTimer(key.atMillis(), key.id())).toList());
    }

    @Override
    public Uni<InstancePage> find(InstanceQuery query) {
        // Publishers search by keys alone for each event: they must not wait for an index that is behind.
        return answering("a page of instances", InstanceFinder.isByKeysAlone(query)
                ? reader.submit(() -> states.findByKeys(query))
                : indexer.submit(at -> at.finder().find(query)));
    }

    @Override
    public Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        return answering("what a node owns", indexer.submit(at -> at.finder().findOwned(nodeId, cursor, limit)));
    }

    @Override
    public Uni<Optional<List<InstanceCount>>> counts() {
        return answering("counts", indexer.submit(PersistentStoreIndex::counts)).map(Optional::of);
    }

    @Override
    public Uni<Integer> removeEnded(long nowMillis, int limit) {
        return removeEnded(nowMillis, limit, 0);
    }

    private Uni<Integer> removeEnded(long nowMillis, int limit, int before) {
        int wanted = limit - before;
        return answering("ends", indexer.submit(at -> at.ended(nowMillis, wanted))).flatMap(keys -> {
            if (keys.isEmpty()) {
                return Uni.createFrom().item(before);
            }
            List<String> ids = keys.stream().map(TimeKey::id).toList();
            return answering("ends", writer.submit(group -> group.removeEnded(ids, nowMillis))).flatMap(removed -> {
                int total = before + removed;
                // Instances that changed meanwhile leave room for others: a result below the limit would say that none are
                // left.
                return total == limit || keys.size() < wanted ? Uni.createFrom().item(total)
                        : removeEnded(nowMillis, limit, total);
            });
        });
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        return closed.get() ? Uni.createFrom().failure(FileStoreExceptionFactory.closed(disk.location()))
                : Uni.createFrom().item(TimeSource.system().millis());
    }

    private <T> Uni<T> reading(String what, Supplier<T> journals) {
        return reader.submit(() -> log.guarded(journals)).onFailure(FileStore::ofDisk)
                .transform(failure -> FileStoreExceptionFactory.cannotRead(disk.location(), what, failure));
    }

    private <T> Uni<T> answering(String what, Uni<T> answer) {
        return answer.onFailure(FileStore::ofDisk)
                .transform(failure -> FileStoreExceptionFactory.cannotAnswer(disk.location(), what, failure));
    }

    private static boolean ofDisk(Throwable failure) {
        return failure instanceof MVStoreException || failure instanceof IllegalStateException;
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // An interrupted thread waits for nothing and closes each file that it touches: nothing would be in order.
        boolean interrupted = Thread.interrupted();
        try {
            closeAll(FileStoreExceptionFactory.closed(disk.location()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeAll(StoreException reason) {
        writer.stop(reason);
        indexer.stop(reason);
        reader.stop(reason);
        try (disk; index) {
            log.close(health.good());
        } catch (IOException e) {
            throw FileStoreExceptionFactory.broken(disk.location(), e);
        }
    }
}
