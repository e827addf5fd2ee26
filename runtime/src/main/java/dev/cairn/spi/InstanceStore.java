package dev.cairn.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * The store of instances. A store implements only this interface; everything above it is the same for all stores.
 *
 * <p>
 * <b>Threads.</b> Every method may be called from any thread, the event loop included, and must not block it: work that waits
 * is done elsewhere and the result completes on any thread. A {@link Uni} returned here is subscribed exactly once. Cancelling
 * it ends nothing: an operation that has begun may be executed.
 *
 * <p>
 * <b>Failures.</b> A result fails with {@link StoreException}, and with {@link InstanceOperationRefusedException} if the failure
 * concerns one instance and is permanent. No failure is ever swallowed: an operation whose result completes without failure has
 * been executed.
 *
 * <p>
 * <b>Epochs.</b> An instance carries an epoch; each {@link #claim} gives it a higher one. The store itself refuses a write with
 * another epoch, in the same atomic step that would have written it, so a node that lost an instance without noticing can do no
 * harm.
 *
 * <p>
 * <b>Texts.</b> Ids, names, versions and keys are compared character by character: case, accents, and spaces at the end count.
 *
 * <p>
 * <b>Reads.</b> The read state of a suspended or ended instance is durable, because callers receive it. With a server that
 * shows writes before they are durable, the store has to wait.
 *
 * <p>
 * The contract suite in {@code quarkus-cairn-persistence-testkit} is the executable form of this page.
 */
public interface InstanceStore extends AutoCloseable {

    /** The capabilities of this store. Cheap; the same for the life of the store. */
    StoreCapabilities capabilities();

    /**
     * The reason why this store has ended for ever although nothing outside of the application has failed: for example, one of
     * its threads ran out of memory. Only another start of the application helps, so its liveness check is down. All calls fail
     * then. Cheap and thread-safe.
     *
     * @return a few words without values, or empty as long as the store works, or fails for another reason
     */
    default Optional<String> fatality() {
        return Optional.empty();
    }

    /**
     * Makes a batch durable.
     *
     * <p>
     * Entries of one instance keep their order; entries of different instances have none. Each write is atomic: all its entries and
     * its row, or nothing. Writes may be refused one by one; the others of the batch are durable all the same.
     *
     * @param batch writes of different instances, at least one; the store must not keep a reference to the list
     * @return one result a write, in the order of the batch, once a crash of this process (strict: of the machine) can no
     *         longer lose the {@link CommitResult#COMMITTED} ones
     */
    Uni<List<CommitResult>> commit(List<InstanceWrite> batch);

    /** Reads an instance with its whole journal; empty if there is none with this id. */
    Uni<Optional<StoredInstance>> load(String instanceId);

    /**
     * Reads instances with their whole journals, with the result of {@link #load} for each: worth overriding if a question to
     * the store costs more than its answer.
     *
     * @param instanceIds the instances, at least one
     * @return the existing instances, in any order. Fails if one cannot be read; the caller then asks for each of them alone
     */
    default Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
        return Multi.createFrom().iterable(List.copyOf(instanceIds)).onItem().transformToUniAndConcatenate(this::load)
                .select().where(Optional::isPresent).map(Optional::get).collect().asList();
    }

    /** Reads the row of an instance alone; empty if there is none with this id. */
    Uni<Optional<InstanceRow>> row(String instanceId);

    /**
     * Takes instances without an owner, with a dead owner, or already owned by this node. A crash may lose the claim, and the
     * next claim takes them again; but an epoch is never given twice, not even after a crash: it comes with a durable write, or
     * follows a clock.
     *
     * <p>
     * A server that stood still may execute this long after the request. It has then missed the heartbeats of all nodes, and by
     * its clock live ones may be dead. So this fails and takes nothing if it is executed when more than {@link #takeoverMillis}
     * have passed, by the clock of the store, since the last heartbeat of the node that was answered before this was called.
     * The rule does not apply to a node that has sent no heartbeat.
     *
     * @param nodeId the claiming node: {@link Node#id()}
     * @param instanceIds the instances, at least one, none of them twice
     * @return a claim for each that was taken; missing ones are owned by another live node, have ended, or do not exist
     */
    Uni<List<Claim>> claim(String nodeId, List<String> instanceIds);

    /**
     * Takes instances whose {@link InstanceRow#status() stored status} is {@link InstanceStatus#PENDING} or
     * {@link InstanceStatus#RUNNING} and that have no live owner: none at all, a node whose heartbeat ended, or an earlier life
     * of this node. Instances of this life of this node are never given; an empty list says that no more exist now. Fails as
     * {@link #claim} does if it is executed too late.
     *
     * @param nodeId the claiming node: {@link Node#id()}
     * @param limit maximum number of instances
     */
    Uni<List<Claim>> claimOrphans(String nodeId, int limit);

    /**
     * Reads the index of due times, in order.
     *
     * @param untilMillis due times up to and including this one
     * @param after the last timer of the previous page, or null for the first page
     * @param limit maximum number of timers
     */
    Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit);

    /**
     * Finds instances, newest first. A store that has examined many instances for a page and found few may end the page there,
     * with a cursor: so no page takes long, for any criteria. Fails with an {@link IllegalArgumentException} if the cursor is
     * none that this store gave, as far as that can be seen.
     */
    Uni<InstancePage> find(InstanceQuery query);

    /**
     * Finds the pending and running instances that a node owns, in any order. An instance that stays so from the first page to
     * the last is found, perhaps twice. A page may have fewer rows than the limit, or none, and a cursor all the same.
     *
     * <p>
     * Pending and running are {@link InstanceRow#status() stored statuses} here: they include instances that wait for an event.
     * The default implementation searches all instances that have not ended.
     *
     * @param nodeId the {@link Node#id() life} of the node
     * @param cursor the {@link InstancePage#next()} of the previous page, or null for the first page
     * @param limit rows a page, 1 to 1,000
     */
    default Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        return OwnedInstanceScan.find(this, nodeId, cursor, limit);
    }

    /**
     * Counts the instances of each version of a workflow in each {@link InstanceRow#phase() phase}. The store updates these
     * numbers with its writes, so the cost depends on how many numbers there are, never on how many instances. Includes
     * everything that was durable before the call. Only for a store that {@link StoreCapabilities#keepsCounts() keeps counts}.
     *
     * @return one for each workflow, version and phase that has instances, in any order. Empty as long as the store does not
     *         know all numbers: nodes of a version without counts write to it, or the store still counts their rows in the
     *         background
     */
    default Uni<Optional<List<InstanceCount>>> counts() {
        throw new UnsupportedOperationException("The store " + capabilities().name() + " keeps no counts");
    }

    /**
     * Removes instances whose {@link InstanceRow#keepUntilMillis()} has passed, with their journals and messages; the earliest
     * first.
     *
     * @param nowMillis the time up to which retentions have ended, inclusive
     * @param limit maximum number of instances, so that removal never delays the writers long
     * @return number of removed instances; fewer than {@code limit} means that no more are due now
     */
    Uni<Integer> removeEnded(long nowMillis, int limit);

    /**
     * Renews the lease of a node, or gives it up. The clock of the store measures the lease, so the clocks of nodes may differ.
     * The first heartbeat of a life ends the earlier lives of the same node: their instances can be claimed at once. A store
     * that cannot be shared only has to return the time.
     *
     * <p>
     * Up to three of one life may be under way at once. A heartbeat that a server does not answer fails after
     * {@link #heartbeatPatience(long)}. A life that a later one has ended is remembered as long as it sends heartbeats.
     *
     * @param node the node
     * @param aliveForMillis duration of the lease unless it is renewed; 0 or less: the node leaves, and its instances can be
     *        claimed at once
     * @return the present time of the store's clock, milliseconds since the epoch. Fails with a {@link SupersededNodeException} if
     *         a later life of the same node has begun, unless this one leaves; nothing changes for the later one
     */
    Uni<Long> heartbeat(Node node, long aliveForMillis);

    /**
     * Maximum time to wait for the answer to a heartbeat, unless the limit for all requests is shorter. A silent connection
     * must not cost the lease, so another one can be tried before the lease ends. With a short lease, or none, a server needs
     * some time all the same.
     *
     * @param aliveForMillis as for {@link #heartbeat}
     * @return a third of that, at least two seconds
     */
    static Duration heartbeatPatience(long aliveForMillis) {
        return Duration.ofMillis(Math.max(2_000, aliveForMillis / 3));
    }

    /**
     * Time after an answered heartbeat in which a node may take instances over. Until it ends, the other nodes have time for a
     * heartbeat: they send one roughly seven times as often as they must.
     *
     * @param aliveForMillis as for {@link #heartbeat}
     * @return two thirds of it
     */
    static long takeoverMillis(long aliveForMillis) {
        return aliveForMillis * 2 / 3;
    }

    /**
     * Leaves a message for the owner of an instance. Only for a store that is shared.
     *
     * @return completes when the message is durable. A message whose id is already stored changes nothing; a message for an
     *         instance that does not exist may be dropped unread
     */
    default Uni<Void> post(InstanceMessage message) {
        throw notShared();
    }

    /**
     * Reads messages for instances that a node owns, and for instances without a live owner; those of one instance in the order
     * they were posted. Only for a store that is shared.
     *
     * @param nodeId the reading node: {@link Node#id()}
     * @param limit maximum number of messages
     */
    default Uni<List<InstanceMessage>> messages(String nodeId, int limit) {
        throw notShared();
    }

    /**
     * Tells if a message was posted and is still stored, for any node. Its body is neither read nor compared: nodes ask this
     * five times a second for each command that waits for another node. Only for a store that is shared.
     */
    default Uni<Boolean> isPosted(InstanceMessage message) {
        throw notShared();
    }

    /** Removes handled messages; messages that are already gone are no failure. Only for a store that is shared. */
    default Uni<Void> handled(List<InstanceMessage> messages) {
        throw notShared();
    }

    /**
     * Messages between the nodes that share this store. An event that is published on one node finds the instances of others
     * only if the store is shared and has these.
     *
     * @return the same for the life of the store; empty if it has none
     */
    default Optional<NodeMessages> nodeMessages() {
        return Optional.empty();
    }

    private UnsupportedOperationException notShared() {
        return new UnsupportedOperationException("The store " + capabilities().name() + " is not shared");
    }

    /** Writes accepted requests and frees all resources; blocks until done. Calls after this fail. */
    @Override
    void close();
}
