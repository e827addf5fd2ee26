package dev.cairn.crashpoints;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/**
 * Waits for the answer to each call before it returns, so that everything has one order, independent of the store's threads. It
 * reports durable writes to the world, and gives the world's time, which the clock of the store does not know.
 */
final class SequentialStore extends ForwardingStore {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Longer than any run takes by the clock of the store. */
    private static final long ALIVE_FOR_MILLIS = 3_600_000;

    private final OutsideWorld world;

    SequentialStore(InstanceStore real, OutsideWorld world) {
        super(real);
        this.world = world;
    }

    @Override
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        T answer = forward.get().await().atMost(PATIENCE);
        return Uni.createFrom().item(answer);
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        return super.commit(batch).invoke(results -> {
            results.stream().filter(CommitResult.COMMITTED::equals).forEach(committed -> world.committed());
        });
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        return super.heartbeat(node, aliveForMillis > 0 ? ALIVE_FOR_MILLIS : aliveForMillis).map(clock -> world.time.millis());
    }
}
