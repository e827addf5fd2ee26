package dev.cairn.api;

import java.util.List;

import io.smallrye.mutiny.Uni;

/**
 * Commands that run in the background for all instances that a filter finds, with progress that callers can watch.
 * {@link CairnClient#bulk()} returns it. Thread-safe; no method blocks.
 *
 * <p>
 * A node runs the commands of a bounded number of instances at a time, and yields to other work of its engine. It remembers the
 * last {@value #MAX_REMEMBERED} operations that have ended. An operation lives in the memory of one node: it ends with the node
 * and does not survive a restart. Another operation with the same filter then handles the remaining instances, because
 * instances that executed the command are no longer found or have nothing to do. Other nodes that share the store query that
 * node, which takes a few heartbeats.
 *
 * <p>
 * Each instance is asked at most once. If the filter has a status that instances leave and enter by themselves, the search is
 * repeated until it finds no further instance. The repetition catches instances that had another status when the search passed
 * them.
 */
public interface BulkOperations {

    /** Maximum number of operations that a node runs at the same time; further ones are refused with {@code OVERLOADED}. */
    int MAX_RUNNING = 16;

    /** Maximum number of ended operations that a node remembers. */
    int MAX_REMEMBERED = 100;

    /**
     * Begins to apply a command to all instances that a filter finds and that were started before now.
     *
     * @param kind one of {@code SUSPEND}, {@code RESUME}, {@code CANCEL}, {@code COMPENSATE} and {@code RETRY}
     * @return the operation, once the first instances are found. Fails with {@link CairnException}: {@code UNKNOWN_WORKFLOW} if there is
     *         no such workflow, {@code STORE_UNAVAILABLE} if the store does not answer, {@code OVERLOADED} if too many run, {@code STOPPING}
     */
    Uni<BulkOperation> begin(CommandKind kind, InstanceFilter filter);

    /**
     * An operation as it is now.
     *
     * @return fails with {@link CairnException}: {@code UNKNOWN_OPERATION} if the node that began it does not know it or is not alive,
     *         {@code NOT_CONFIRMED} if that is another node and does not answer in time
     */
    Uni<BulkOperation> find(String id);

    /** The operations of this node, the newest first. */
    Uni<List<BulkOperation>> all();

    /**
     * Asks no more instances. Does nothing to an operation that has ended.
     *
     * @return the operation, once those that were asked have answered; fails as {@link #find}
     */
    Uni<BulkOperation> stop(String id);

    /** The operation, once it has ended; fails as {@link #find}. */
    Uni<BulkOperation> outcome(String id);
}
