package dev.cairn.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Where instances live. The only thing a store implements; everything above it is the same for all stores.
 *
 * <p>
 * <b>Threads.</b> Every method may be called from any thread, the event loop included, and must not block it: work that waits is
 * done elsewhere and the result completes on any thread. A {@link Uni} returned here is subscribed exactly once. To cancel that ends nothing: what
 * was begun may be done.
 *
 * <p>
 * <b>Failures.</b> A result fails with {@link StoreException}, and with {@link InstanceRefusedException} if it is one instance that
 * cannot be helped. Nothing is ever swallowed: a result that completes without failure has happened.
 *
 * <p>
 * <b>Epochs.</b> An instance carries an epoch; each {@link #claim} gives it a higher one. A write with another epoch is refused by
 * the store itself, in the same atomic step that would have written it, so a node that lost an instance and does not know it can
 * do no harm.
 *
 * <p>
 * <b>Texts.</b> Ids, names, versions and keys are compared character by character: case, accents, and spaces at the end count.
 *
 * <p>
 * <b>Reads.</b> What a read shows of an instance that is suspended or has ended is durable: it is told to callers. A server that shows
 * writes before they are has to be waited for.
 *
 * <p>
 * The contract suite in {@code quarkus-cairn-persistence-testkit} is the executable form of this page.
 */
public interface InstanceStore extends AutoCloseable {

    /** What this store can do. Cheap; the same for the life of the store. */
    StoreCapabilities capabilities();

    /**
     * Says what has ended this store for ever although nothing outside of the application has failed: a thread of it that ran out of memory,
     * say. Only another start of the application helps, so its liveness check is down. All calls fail then. Cheap; any thread.
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
     * @return one result a write, in the order of the batch, once a crash of this process (strict: of the machine) can no longer
     *         lose what is {@link CommitResult#COMMITTED}
     */
    Uni<List<CommitResult>> commit(List<InstanceWrite> batch);

    /** Reads an instance with its whole journal; empty if there is none with this id. */
    Uni<Optional<StoredInstance>> load(String instanceId);

    /**
     * Reads instances with their whole journals, as {@link #load} does one by one: worth more than that where a question to the store
     * costs more than its answer.
     *
     * @param instanceIds which, at least one
     * @return those that exist, in any order. Fails if one cannot be read; the caller then asks for each of them alone
     */
    default Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
        return Multi.createFrom().iterable(List.copyOf(instanceIds)).onItem().transformToUniAndConcatenate(this::load)
                .select().where(Optional::isPresent).map(Optional::get).collect().asList();
    }

    /** Reads the row of an instance alone; empty if there is none with this id. */
    Uni<Optional<InstanceRow>> row(String instanceId);

    /**
     * Takes instances that nobody owns, whose owner is gone, or that this node owns already. A crash may lose that, and the next claim takes
     * them again; but an epoch is never given twice, not after a crash either: it comes with a durable write, or follows a clock.
     *
     * <p>
     * A server may do this long after it was asked, when it stood still meanwhile: then it has heard of nobody, and those may be dead by its clock
     * that live. So this fails and takes nothing if that is done when more than {@link #takeoverMillis} have passed, by the clock of the store, since
     * the last heartbeat of the node that was answered before this was called. A node that has sent none is not judged by it.
     *
     * @param nodeId who takes them: {@link Node#id()}
     * @param instanceIds which, at least one, none of them twice
     * @return a claim for each that was taken; those that are missing are owned by another live node, have ended, or do not exist
     */
    Uni<List<Claim>> claim(String nodeId, List<String> instanceIds);

    /**
     * Takes instances whose {@link InstanceRow#status() stored status} is {@link InstanceStatus#PENDING} or
     * {@link InstanceStatus#RUNNING} and whose owner is gone: nobody, a
     * node whose heartbeat ended, or an earlier life of this node. What this life of this node owns is never given; an empty list
     * says that there are no more now. Fails as {@link #claim} does if it is done too late.
     *
     * @param nodeId who takes them: {@link Node#id()}
     * @param limit how many at the most
     */
    Uni<List<Claim>> claimOrphans(String nodeId, int limit);

    /**
     * Reads the index of due times, in order.
     *
     * @param untilMillis due times up to and including this one
     * @param after the last of the page before, or null for the first page
     * @param limit how many at the most
     */
    Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit);

    /**
     * Finds instances, newest first. A store that has looked at many for a page and found few of them may end the page there, with a
     * cursor: so no page takes long, whatever is looked for. Fails with an {@link IllegalArgumentException} if the cursor is none that
     * this store gave, as far as that can be seen.
     */
    Uni<InstancePage> find(InstanceQuery query);

    /**
     * Finds the pending and running instances that a node owns, in any order. One that is so from the first page to the last is found,
     * perhaps twice. A page may have fewer rows than the limit, or none, and a cursor all the same.
     *
     * <p>
     * Pending and running are {@link InstanceRow#status() stored statuses} here: what waits for an event is among them. Unless a store does
     * better, all instances are looked at that have not ended.
     *
     * @param nodeId the {@link Node#id() life} of the node
     * @param cursor what the page before gave as {@link InstancePage#next()}, or null for the first page
     * @param limit rows a page, 1 to 1,000
     */
    default Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        return OwnedPages.find(this, nodeId, cursor, limit);
    }

    /**
     * Tells how many instances there are of each version of a workflow, in each {@link InstanceRow#phase() phase}. The store keeps these
     * numbers with its writes: the cost depends on how many of them there are, never on how many instances. Everything that was durable
     * before the call is counted. Only for a store that {@link StoreCapabilities#keepsCounts() keeps counts}.
     *
     * @return one for each workflow, version and phase that has instances, in any order. Empty as long as the store does not know all
     *         numbers: nodes of a version that keeps none write to it, or what they have written is being counted in the background
     */
    default Uni<Optional<List<InstanceCount>>> counts() {
        throw new UnsupportedOperationException("The store " + capabilities().name() + " keeps no counts");
    }

    /**
     * Removes instances whose {@link InstanceRow#keepUntilMillis()} has come, with their journals and messages; the earliest first.
     *
     * @param nowMillis up to and including this time
     * @param limit how many at the most, so that removal never holds up the writers
     * @return how many were removed; fewer than {@code limit} means there are no more now
     */
    Uni<Integer> removeEnded(long nowMillis, int limit);

    /**
     * Says that a node is alive, or that it leaves. How long is measured by the clock of the store, so the clocks of nodes may
     * differ. The first heartbeat of a life ends the earlier lives of the same node: what they owned can be claimed at once. A store
     * that cannot be shared has nothing to do but to tell the time.
     *
     * <p>
     * Up to three of one life may be under way at once. One that a server does not answer fails after
     * {@link #heartbeatPatience(long)}. A life that a later one has ended is remembered as long as it sends heartbeats.
     *
     * @param node the node
     * @param aliveForMillis how long its ownership lasts unless this is said again; 0 or less: it leaves, and what it owns can be
     *        claimed at once
     * @return what the clock of the store says now, milliseconds since the epoch. Fails with a {@link SupersededException} if a later
     *         life of the same node has begun, unless this one leaves; nothing changes for the later one
     */
    Uni<Long> heartbeat(Node node, long aliveForMillis);

    /**
     * How long to wait for the answer to a heartbeat at the most, if not less than for any other: a connection that keeps silent must
     * not cost the lease, so others can be tried before that ends. With a short lease, or none, a server needs some time all the same.
     *
     * @param aliveForMillis as for {@link #heartbeat}
     * @return a third of that, at least two seconds
     */
    static Duration heartbeatPatience(long aliveForMillis) {
        return Duration.ofMillis(Math.max(2_000, aliveForMillis / 3));
    }

    /**
     * For how long after a heartbeat that was answered a node may take something over: the others, who send theirs seven times as often as they
     * must, or so, are heard of until then.
     *
     * @param aliveForMillis as for {@link #heartbeat}
     * @return two thirds of it
     */
    static long takeoverMillis(long aliveForMillis) {
        return aliveForMillis * 2 / 3;
    }

    /**
     * Leaves a message for whoever runs an instance. Only for a store that is shared.
     *
     * @return completes when the message is durable. A message whose id is there already changes nothing; one for an instance that does not
     *         exist may be dropped, and is heard by nobody
     */
    default Uni<Void> post(InstanceMessage message) {
        throw notShared();
    }

    /**
     * Reads messages for instances that a node owns, or that nobody owns who is alive; those of one instance in the order they were
     * posted. Only for a store that is shared.
     *
     * @param nodeId who asks: {@link Node#id()}
     * @param limit how many at the most
     */
    default Uni<List<InstanceMessage>> messages(String nodeId, int limit) {
        throw notShared();
    }

    /**
     * Tells whether a message was posted and is still there, whichever node it is for. Its body is neither read nor compared: nodes ask
     * this five times a second for each command that waits for another node. Only for a store that is shared.
     */
    default Uni<Boolean> isPosted(InstanceMessage message) {
        throw notShared();
    }

    /** Removes messages that were dealt with; those that are gone already are no failure. Only for a store that is shared. */
    default Uni<Void> handled(List<InstanceMessage> messages) {
        throw notShared();
    }

    /**
     * What nodes tell each other by way of this store. An event that is published on one node finds the instances of others only if
     * the store is shared and has this.
     *
     * @return the same for the life of the store; empty if it has nothing of this kind
     */
    default Optional<NodeMessages> nodeMessages() {
        return Optional.empty();
    }

    private UnsupportedOperationException notShared() {
        return new UnsupportedOperationException("The store " + capabilities().name() + " is not shared");
    }

    /** Writes what was accepted and frees everything; blocks until done. Calls after this fail. */
    @Override
    void close();
}
