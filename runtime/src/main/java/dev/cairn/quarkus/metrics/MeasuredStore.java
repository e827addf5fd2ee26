package dev.cairn.quarkus.metrics;

import java.util.List;
import java.util.Optional;

import dev.cairn.api.InstanceCount;
import dev.cairn.quarkus.metrics.StoreMeters.OperationMeter;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/** Forwards everything to a store, and times each operation. */
final class MeasuredStore implements InstanceStore {

    private final InstanceStore store;
    private final Optional<NodeMessages> nodes;
    private final OperationMeter commit;
    private final OperationMeter load;
    private final OperationMeter loadAll;
    private final OperationMeter row;
    private final OperationMeter claim;
    private final OperationMeter claimOrphans;
    private final OperationMeter dueTimers;
    private final OperationMeter find;
    private final OperationMeter findOwned;
    private final OperationMeter counts;
    private final OperationMeter removeEnded;
    private final OperationMeter heartbeat;
    private final OperationMeter post;
    private final OperationMeter messages;
    private final OperationMeter isPosted;
    private final OperationMeter handled;

    MeasuredStore(InstanceStore store, StoreMeters meters) {
        this.store = store;
        this.nodes = store.nodeMessages().map(real -> new MeasuredNodeMessages(real, meters));
        this.commit = meters.operation("commit");
        this.load = meters.operation("load");
        this.loadAll = meters.operation("load_all");
        this.row = meters.operation("row");
        this.claim = meters.operation("claim");
        this.claimOrphans = meters.operation("claim_orphans");
        this.dueTimers = meters.operation("due_timers");
        this.find = meters.operation("find");
        this.findOwned = meters.operation("find_owned");
        this.counts = meters.operation("counts");
        this.removeEnded = meters.operation("remove_ended");
        this.heartbeat = meters.operation("heartbeat");
        this.post = meters.operation("post");
        this.messages = meters.operation("messages");
        this.isPosted = meters.operation("is_posted");
        this.handled = meters.operation("handled");
    }

    @Override
    public StoreCapabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public Optional<String> fatality() {
        return store.fatality();
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        return commit.time(() -> store.commit(batch));
    }

    @Override
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        return load.time(() -> store.load(instanceId));
    }

    @Override
    public Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
        return loadAll.time(() -> store.loadAll(instanceIds));
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String instanceId) {
        return row.time(() -> store.row(instanceId));
    }

    @Override
    public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
        return claim.time(() -> store.claim(nodeId, instanceIds));
    }

    @Override
    public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
        return claimOrphans.time(() -> store.claimOrphans(nodeId, limit));
    }

    @Override
    public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        return dueTimers.time(() -> store.dueTimers(untilMillis, after, limit));
    }

    @Override
    public Uni<InstancePage> find(InstanceQuery query) {
        return find.time(() -> store.find(query));
    }

    @Override
    public Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        return findOwned.time(() -> store.findOwned(nodeId, cursor, limit));
    }

    @Override
    public Uni<Optional<List<InstanceCount>>> counts() {
        return counts.time(store::counts);
    }

    @Override
    public Uni<Integer> removeEnded(long nowMillis, int limit) {
        return removeEnded.time(() -> store.removeEnded(nowMillis, limit));
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        return heartbeat.time(() -> store.heartbeat(node, aliveForMillis));
    }

    @Override
    public Uni<Void> post(InstanceMessage message) {
        return post.time(() -> store.post(message));
    }

    @Override
    public Uni<List<InstanceMessage>> messages(String nodeId, int limit) {
        return messages.time(() -> store.messages(nodeId, limit));
    }

    @Override
    public Uni<Boolean> isPosted(InstanceMessage message) {
        return isPosted.time(() -> store.isPosted(message));
    }

    @Override
    public Uni<Void> handled(List<InstanceMessage> messages) {
        return handled.time(() -> store.handled(messages));
    }

    @Override
    public Optional<NodeMessages> nodeMessages() {
        return nodes;
    }

    @Override
    public void close() {
        store.close();
    }
}
