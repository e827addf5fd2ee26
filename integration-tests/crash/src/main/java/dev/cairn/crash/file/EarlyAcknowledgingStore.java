package dev.cairn.crash.file;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

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
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/**
 * The planted fault: acknowledges a commit at once and does it a little later. Without a crash the fault is invisible, since
 * all reads wait until everything acknowledged is written.
 */
final class EarlyAcknowledgingStore implements InstanceStore {

    private static final long DELAY_MILLIS = 500;

    private final InstanceStore real;
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    private final Queue<List<InstanceWrite>> acknowledged = new ArrayDeque<>();
    private CompletableFuture<Void> written = new CompletableFuture<>();

    EarlyAcknowledgingStore(InstanceStore real) {
        this.real = real;
        later.scheduleWithFixedDelay(this::write, DELAY_MILLIS, DELAY_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public StoreCapabilities capabilities() {
        return real.capabilities();
    }

    @Override
    public synchronized Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        acknowledged.add(List.copyOf(batch));
        return Uni.createFrom().item(batch.stream().map(write -> CommitResult.COMMITTED).toList());
    }

    @Override
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        return afterWriting(() -> real.load(instanceId));
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String instanceId) {
        return afterWriting(() -> real.row(instanceId));
    }

    @Override
    public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
        return afterWriting(() -> real.claim(nodeId, instanceIds));
    }

    @Override
    public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
        return afterWriting(() -> real.claimOrphans(nodeId, limit));
    }

    @Override
    public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        return afterWriting(() -> real.dueTimers(untilMillis, after, limit));
    }

    @Override
    public Uni<InstancePage> find(InstanceQuery query) {
        return afterWriting(() -> real.find(query));
    }

    @Override
    public Uni<Integer> removeEnded(long nowMillis, int limit) {
        return afterWriting(() -> real.removeEnded(nowMillis, limit));
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        return real.heartbeat(node, aliveForMillis);
    }

    @Override
    public void close() {
        later.shutdown();
        write();
        real.close();
    }

    private synchronized <T> Uni<T> afterWriting(Supplier<Uni<T>> read) {
        return Uni.createFrom().completionStage(written).chain(ignored -> read.get());
    }

    private void write() {
        List<List<InstanceWrite>> batches;
        CompletableFuture<Void> done;
        synchronized (this) {
            batches = new ArrayList<>(acknowledged);
            acknowledged.clear();
            done = written;
            written = new CompletableFuture<>();
        }
        batches.forEach(batch -> real.commit(batch).await().indefinitely());
        done.complete(null);
    }
}
