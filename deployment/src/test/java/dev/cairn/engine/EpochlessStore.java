package dev.cairn.engine;

import java.util.List;
import java.util.function.Function;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** A planted fault: writes with the current epoch and position of the instance. */
final class EpochlessStore extends ForwardingStore {

    private final Function<String, StoredInstance> stored;

    EpochlessStore(InstanceStore real, Function<String, StoredInstance> stored) {
        super(real);
        this.stored = stored;
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        return super.commit(batch.stream().map(this::forged).toList());
    }

    private InstanceWrite forged(InstanceWrite write) {
        StoredInstance now = stored.apply(write.row().id());
        return write.creates() || now == null ? write
                : new InstanceWrite(write.row(), now.epoch(), now.entries().size(), write.entries());
    }
}
