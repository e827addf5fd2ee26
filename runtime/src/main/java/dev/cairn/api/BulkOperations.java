package dev.cairn.api;

import java.util.List;

import io.smallrye.mutiny.Uni;

/**
 * Commands to all instances that a filter finds, which go on in the background and can be watched. Given by {@link CairnClient#bulk()}.
 * Safe for any thread; nothing blocks.
 *
 * <p>
 * A node runs some instances' commands at a time, and gives way to other work of its engine. It remembers the last
 * {@value #MAX_REMEMBERED} operations that have ended. An operation is in the memory of one node: it ends with it, and
 * survives no restart. Another one with the same filter does what is left then, since instances that did it are no longer found, or have
 * nothing to do. Other nodes that share the store ask that node for it, which takes a few heartbeats.
 *
 * <p>
 * Each instance is asked once at the most. Where the filter has a status that instances leave and enter by themselves, the search is
 * repeated until it finds none that was not asked, so that one that was in another status when the search came by is not missed.
 */
public interface BulkOperations {

    /** Operations that a node runs at the same time; more are refused with {@code OVERLOADED}. */
    int MAX_RUNNING = 16;

    /** Operations that have ended and are still known. */
    int MAX_REMEMBERED = 100;

    /**
     * Begins to give a command to all instances that a filter finds and that were started before now.
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
