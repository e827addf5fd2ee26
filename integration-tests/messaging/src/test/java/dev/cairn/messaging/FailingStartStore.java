package dev.cairn.messaging;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.Uni;

/** A store that is down for the first starts of the instance for one parcel. */
@Singleton
@Alternative
public class FailingStartStore extends ForwardingStore {

    static final String PARCEL = "a-1";
    static final int FAILING_STARTS = 3;

    private final AtomicInteger failedStarts = new AtomicInteger();

    FailingStartStore() {
        super(new MemoryStore().open());
    }

    /** Number of starts that have failed. */
    public int failedStarts() {
        return failedStarts.get();
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        boolean failing = failedStarts.get() < FAILING_STARTS
                && batch.stream().anyMatch(write -> write.creates() && PARCEL.equals(write.row().keys().businessKey()));
        if (failing) {
            failedStarts.incrementAndGet();
            return Uni.createFrom().failure(new StoreException("down for this start", false, null));
        }
        return super.commit(batch);
    }
}
