package dev.cairn.api;

import java.util.List;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Starts workflows and reads instances. A bean: inject it. Thread-safe; no method blocks.
 *
 * <pre>{@code
 * @Inject
 * CairnClient cairn;
 *
 * Uni<Receipt> order(Order order) {
 *     return cairn.start("orders", order).chain(instance -> instance.result(Receipt.class));
 * }
 * }</pre>
 */
public interface CairnClient {

    /**
     * Starts the highest version of a workflow, for each subscription. Retry a failed start with {@code onFailure().retry()}
     * and an idempotency key. Without a key, a start whose answer was lost may begin a second instance.
     *
     * @param workflow {@code name} if only one namespace has it, or {@code namespace:name}
     * @param input anything Jackson can convert to JSON, or null for an empty object
     * @return a handle once the start is durable: a crash can no longer lose the instance. Fails with {@link CairnException}
     */
    default Uni<InstanceHandle> start(String workflow, Object input) {
        return start(StartRequest.of(workflow).withInput(input));
    }

    /**
     * Starts a workflow; as {@link #start(String, Object)}, with a version or an idempotency key. A key that was used with another input
     * fails with {@code KEY_REUSED}.
     */
    Uni<InstanceHandle> start(StartRequest request);

    /**
     * Finds instances, newest first, one page at a time. The cursor of a page is a key, so the last page costs no more than the
     * first. Instances that are started meanwhile are not on later pages. If many instances meet each criterion but few meet
     * all, a page may have few instances or none, and still be followed by another page.
     *
     * <pre>{@code
     * cairn.find(InstanceFilter.ofWorkflow("orders").withBusinessKey("4711"), 20, null)
     * }</pre>
     *
     * @param limit instances a page, 1 to 1,000
     * @param cursor the {@link InstanceSummaryPage#next()} of the previous page, or null for the first page
     * @return fails with {@link CairnException} if there is no such workflow or the store does not answer
     */
    Uni<InstanceSummaryPage> find(InstanceFilter filter, int limit, String cursor);

    /**
     * Counts the instances of each version of a workflow in each phase. Leaves out phases without instances. The cost is
     * bounded for any number of instances. A store that keeps counts knows all numbers. Other stores are searched, and so is
     * any store as long as nodes write to it whose version keeps no counts. A search counts, for each workflow of the
     * application, the newest 2,000 instances that have not ended and the newest 1,000 that have. If a workflow has more, its
     * numbers are not {@linkplain InstanceCount#exact() exact}. The answer of a search may be up to five seconds old.
     *
     * @return fails with {@link CairnException} if the store does not answer
     */
    Uni<List<InstanceCount>> counts();

    /** Finds instances, newest first, for as long as the subscriber requests more: pages are read on demand. */
    Multi<InstanceSummary> findAll(InstanceFilter filter);

    /** Commands to all instances that a filter finds, in the background, with progress that callers can watch. */
    BulkOperations bulk();

    /** The schedules of workflows, and commands to them. */
    WorkflowSchedules schedules();

    /**
     * Suspends all instances that a filter finds, some at a time, as {@link InstanceHandle#suspend()}. Counts instances whose
     * phase does not allow it as failed. Runs an operation of {@link #bulk()} and completes when all instances were asked.
     * Cancelling the subscription ends the operation: it asks no further instances.
     */
    Uni<BulkResult> suspendAll(InstanceFilter filter);

    /**
     * Resumes all instances that a filter finds, as {@link #suspendAll}.
     */
    Uni<BulkResult> resumeAll(InstanceFilter filter);

    /**
     * Cancels all instances that a filter finds, as {@link #suspendAll}.
     */
    Uni<BulkResult> cancelAll(InstanceFilter filter);

    /**
     * Cancels all instances that a filter finds and undoes their work, as {@link InstanceHandle#cancelAndCompensate()};
     * otherwise as {@link #suspendAll}. Completes when all of them have begun to undo their work.
     */
    Uni<BulkResult> cancelAndCompensateAll(InstanceFilter filter);

    /** Retries all faulted instances that a filter finds, as {@link #suspendAll}. */
    Uni<BulkResult> retryAll(InstanceFilter filter);

    /** A handle of an instance that was started at any time before. Does not check that it exists. */
    InstanceHandle instance(String id);

    /**
     * This client with an origin, to which it attributes the instances that it starts, the commands of its handles and its bulk
     * commands. The journal entry that a command writes has the origin as well. The log category {@code dev.cairn.audit} has a
     * line for each command. A client without an origin logs the commands to existing instances, and attributes nothing.
     *
     * @return a new client over the same engine; cheap
     */
    CairnClient as(CommandOrigin origin);
}
