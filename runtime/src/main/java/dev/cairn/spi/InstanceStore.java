package dev.cairn.spi;

import java.util.List;
import java.util.Optional;

import io.smallrye.mutiny.Uni;

/**
 * Where instances live. The only thing a store implements; everything above it is the same for all stores.
 *
 * <p>
 * <b>Threads.</b> Every method may be called from any thread, the event loop included, and must not block it: work that waits is
 * done elsewhere and the result completes on any thread. A {@link Uni} returned here is subscribed exactly once.
 *
 * <p>
 * <b>Failures.</b> A result fails with {@link StoreException}. Nothing is ever swallowed: a result that completes without failure
 * has happened.
 *
 * <p>
 * <b>Epochs.</b> An instance carries an epoch; each {@link #claim} gives it a higher one. A write with another epoch is refused by
 * the store itself, in the same atomic step that would have written it, so a node that lost an instance and does not know it can
 * do no harm.
 *
 * <p>
 * The contract suite in {@code quarkus-cairn-persistence-testkit} is the executable form of this page.
 */
public interface InstanceStore extends AutoCloseable {

    /** What this store can do. Cheap; the same for the life of the store. */
    StoreCapabilities capabilities();

    /**
     * Makes a batch durable.
     *
     * <p>
     * Entries of one instance keep their order; entries of different instances have none. Each write is atomic: all its entries and
     * its row, or nothing. Writes may be refused one by one; the others of the batch are durable all the same.
     *
     * @param batch writes of different instances, at least one; the store must not keep a reference to the list
     * @return one result a write, in the order of the batch, once a crash of this process (strict: of the machine) can no longer
     *         lose what is {@link CommitResult#COMMITTED}
     */
    Uni<List<CommitResult>> commit(List<InstanceWrite> batch);

    /** Reads an instance with its whole journal; empty if there is none with this id. */
    Uni<Optional<StoredInstance>> load(String instanceId);

    /** Reads the row of an instance alone; empty if there is none with this id. */
    Uni<Optional<InstanceRow>> row(String instanceId);

    /**
     * Takes instances that nobody owns, whose owner is gone, or that this node owns already.
     *
     * @param node who takes them
     * @param instanceIds which, at least one
     * @return a claim for each that was taken; those that are missing are owned by another live node, have ended, or do not exist
     */
    Uni<List<Claim>> claim(String node, List<String> instanceIds);

    /**
     * Takes instances that are {@link InstanceStatus#PENDING} or {@link InstanceStatus#RUNNING} and whose owner is gone: nobody, a
     * node whose heartbeat ended, or an earlier life of this node. Each call gives others than the calls before it; an empty list
     * says that there are no more now.
     *
     * @param node who takes them
     * @param limit how many at the most
     */
    Uni<List<Claim>> claimOrphans(String node, int limit);

    /**
     * Reads the index of due times, in order.
     *
     * @param untilMillis due times up to and including this one
     * @param after the last of the page before, or null for the first page
     * @param limit how many at the most
     */
    Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit);

    /** Finds instances, newest first. */
    Uni<InstancePage> find(InstanceQuery query);

    /**
     * Removes instances that ended, with their journals; oldest end first.
     *
     * @param endedBeforeMillis those whose last entry was written before this time
     * @param limit how many at the most, so that removal never holds up the writers
     * @return how many were removed; fewer than {@code limit} means there are no more now
     */
    Uni<Integer> removeEnded(long endedBeforeMillis, int limit);

    /**
     * Says that a node is alive, or, with a time that has passed, that it leaves: what it owns can then be claimed at once. A store
     * that cannot be shared has nothing to do.
     *
     * @param node the node
     * @param aliveUntilMillis when its ownership ends unless it is said again
     */
    Uni<Void> heartbeat(String node, long aliveUntilMillis);

    /** Writes what was accepted and frees everything; blocks until done. Calls after this fail. */
    @Override
    void close();
}
