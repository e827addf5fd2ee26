package dev.cairn.persistence.none;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * Keeps nothing. Every write is answered with {@link CommitResult#COMMITTED} at once, and nothing is ever found: an instance lives
 * in the memory of the application and ends with it. It answers on the thread that asks.
 */
public final class NullInstanceStore implements InstanceStore {

    private static final StoreCapabilities CAPABILITIES = new StoreCapabilities("none", false, false, Integer.MAX_VALUE,
            Integer.MAX_VALUE);

    private volatile boolean closed;

    @Override
    public StoreCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        int size = batch.size();
        return answer(() -> Collections.nCopies(size, CommitResult.COMMITTED));
    }

    @Override
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        return answer(Optional::empty);
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String instanceId) {
        return answer(Optional::empty);
    }

    @Override
    public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
        return answer(List::of);
    }

    @Override
    public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
        return answer(List::of);
    }

    @Override
    public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        return answer(List::of);
    }

    @Override
    public Uni<InstancePage> find(InstanceQuery query) {
        return answer(() -> new InstancePage(List.of(), null));
    }

    @Override
    public Uni<Integer> removeEnded(long nowMillis, int limit) {
        return answer(() -> 0);
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        return answer(TimeSource.system()::millis);
    }

    private <T> Uni<T> answer(Supplier<T> answer) {
        return Uni.createFrom().item(() -> {
            if (closed) {
                throw new StoreException("CAIRN-0590: The store none is closed.", true, null);
            }
            return answer.get();
        });
    }

    @Override
    public void close() {
        closed = true;
    }
}
