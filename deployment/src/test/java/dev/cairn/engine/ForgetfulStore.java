package dev.cairn.engine;

import java.util.List;
import java.util.Optional;

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

/** A store that keeps nothing; anything but its capabilities is not to be asked. */
final class ForgetfulStore implements InstanceStore {

    @Override
    public StoreCapabilities capabilities() {
        return new StoreCapabilities("forgetful", false, false, 1, 1);
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        throw new AssertionError("A store that keeps nothing is given nothing");
    }

    @Override
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String instanceId) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
        throw new AssertionError("There is nothing to claim");
    }

    @Override
    public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
        throw new AssertionError("There is nothing to claim");
    }

    @Override
    public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        throw new AssertionError("There are no timers");
    }

    @Override
    public Uni<InstancePage> find(InstanceQuery query) {
        return Uni.createFrom().item(new InstancePage(List.of(), null));
    }

    @Override
    public Uni<Integer> removeEnded(long nowMillis, int limit) {
        throw new AssertionError("There is nothing to remove");
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        return Uni.createFrom().item(0L);
    }

    @Override
    public void close() {}
}
