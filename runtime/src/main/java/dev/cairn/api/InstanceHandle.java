package dev.cairn.api;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;

/**
 * An instance that was started. What it gives completes on an event loop or on the thread that asks; nothing here blocks.
 */
public interface InstanceHandle {

    /** The id; valid in any later life of the application that uses the same store. */
    String id();

    /** True if the start that gave this handle began the instance, false if its idempotency key found one. */
    boolean created();

    /**
     * The output, once the instance has ended and that is durable. Fails with {@link WorkflowException} if it faulted, with
     * {@link CairnException} if it stands still on this node or is gone; while it stands still on another node this waits, as for one
     * that is suspended. The tree is shared and not to be changed.
     */
    Uni<JsonNode> result();

    /** The output converted to a type of the application by Jackson. Otherwise as {@link #result()}. */
    <T> Uni<T> result(Class<T> type);

    /**
     * The output as JSON text (RFC 8259, UTF-8) with numbers as jq prints them, for whoever passes it on as it is. A large one is put together off the event loop, of
     * what was written for the journal where that is still at hand, and completes on a worker. Not to be changed. Otherwise as
     * {@link #result()}.
     */
    Uni<byte[]> resultText();

    /** The instance as it is now. */
    Uni<InstanceView> view();

    /**
     * Every task that the instance came to, with input and output, in the order they began. Computed by replaying the journal, off the
     * event loop, for each page anew: it shows what is durable, and takes as long as the pure work of the instance did.
     *
     * @param limit tasks a page, 1 to 1,000
     * @param cursor what the page before gave as {@link InstanceHistory#next()}, or null for the first page
     * @return fails with {@link CairnException}: {@code NO_JOURNAL} if the store keeps nothing, {@code INSTANCE_SUSPENDED} if the
     *         journal does not fit the definition any more
     */
    Uni<InstanceHistory> history(int limit, String cursor);

    /**
     * The commands that changed the instance, oldest first, the last 1,000 at the most: its start or fork, and what was asked of it since.
     * A command that found the instance as it wanted it to be wrote nothing and is not here; nor is the resumption of a parked one.
     *
     * @return what is durable; fails with {@link CairnException}: {@code NO_JOURNAL} if the store keeps nothing
     */
    Uni<List<InstanceCommand>> commands();

    /**
     * Halts the instance: no further call begins. One that is under way comes to its end, and its outcome is kept. Timers keep their
     * due times; one that is due meanwhile fires when the instance is resumed. Deadlines go on. Does nothing to an instance that is
     * suspended.
     *
     * @return completes when it is durable, whichever node runs the instance. Fails with {@link CairnException}: {@code WRONG_PHASE} if
     *         it has ended, {@code INSTANCE_SUSPENDED} if it stands still on another node and so could not do it, {@code NOT_CONFIRMED} if
     *         another node has not answered in time
     */
    Uni<Void> suspend();

    /**
     * Lets a suspended instance go on, and tries one again that was parked because it could not go on. Does nothing to one that runs.
     * Completes and fails as {@link #suspend()}; fails with {@code INSTANCE_SUSPENDED} and the reason if it still cannot go on. If
     * it was parked on another node it completes when that node has tried: whether it stands still once more is to be seen there.
     */
    Uni<Void> resume();

    /**
     * Ends the instance. A call under way is cancelled: its {@code Uni} is, a request is closed, a blocking method is interrupted.
     * Whoever waits for the result is told by a {@link CairnException} with {@code INSTANCE_CANCELLED}. Does nothing to an instance
     * that is cancelled. Completes and fails as {@link #suspend()}.
     *
     * <p>
     * Nothing is undone; {@link #cancelAndCompensate()} does that. An instance that is at it stops at once.
     */
    Uni<Void> cancel();

    /**
     * Gives up what the instance is doing, as {@link #cancel()}, and undoes what it did: the compensations of the tasks that are done
     * run in reverse order, as if the task under way had failed with an error of type {@code urn:cairn:error:cancelled}. Then the
     * instance ends as cancelled. Each branch of a fork undoes what it did before what was done ahead of the fork is undone. Each
     * effect is journaled, so that a crash in the middle repeats none that has an outcome. A compensation that is under way because
     * the instance is failing goes on. One that fails does not keep those before it from running; its error is then that of the
     * instance.
     *
     * <p>
     * Deadlines around what is undone no longer hold. The instance can be suspended and resumed meanwhile. Does nothing to an instance
     * that is at it, or is cancelled. A workflow that it waits for is told the same and is not waited for.
     *
     * @return completes when it is durable that the instance has begun to; {@link #result()} waits for the end. Fails as
     *         {@link #suspend()}; with {@code INSTANCE_SUSPENDED} if the instance stands still because it cannot go on
     */
    Uni<Void> cancelAndCompensate();

    /**
     * Lets a faulted instance go on at the task that failed, with the input that the task had. What was done before is not repeated;
     * its calls have new idempotency keys. An error that was caught is not tried again. Deadlines do not count the time that the
     * instance stood still, and one that has passed does not hold again.
     *
     * @return completes when it is durable. Fails with {@link CairnException}: {@code WRONG_PHASE} if it has not faulted,
     *         {@code NO_JOURNAL} if the store keeps nothing
     */
    Uni<Void> retry();

    /**
     * Sends an event to this instance alone. A task that listens for such an event takes it, by the same rules as one that is published
     * with {@link EventBus#publish}: its filters have to fit. An event that no task listens for is refused and not kept, also if the
     * instance is suspended.
     *
     * <p>
     * An instance takes an event once, as its source and id say: to send it again completes and does nothing, whatever the instance
     * has done since. So an event whose fate is not known is sent again. A store that keeps nothing knows only what the task that
     * listens has taken.
     *
     * @return completes when the journal of the instance has the event, whichever node runs the instance. Fails with {@link CairnException}:
     *         {@code NOT_LISTENING} if no task listens for it, {@code WRONG_PHASE} if the instance has ended, {@code INSTANCE_SUSPENDED} if
     *         it is parked, {@code INVALID_INPUT} if the event cannot be converted to JSON, {@code NOT_CONFIRMED} if another node has not
     *         answered in time
     */
    Uni<Void> send(CloudEvent event);

    /**
     * Has a timer fire now instead of when it is due: the timer of a task that waits, or the pause before a retry. What the instance does
     * then is what it would have done when the timer was due. Deadlines stay as they are.
     *
     * <p>
     * A timer fires once: to ask again, or when it was due meanwhile, completes and does nothing. So a request whose fate is not known is
     * repeated.
     *
     * @param effect identity of the timer's effect, which the management API shows among what the instance waits for: that of a task
     *        outside of loops and tries is the reference of the task, such as {@code /do/0/pause}
     * @return completes when the journal has that it fired, whichever node runs the instance. Fails with {@link CairnException}:
     *         {@code NO_TIMER} if the instance does not wait for the timer, or is suspended, {@code WRONG_PHASE} if it has ended,
     *         {@code INSTANCE_SUSPENDED} if it is parked, {@code NOT_CONFIRMED} if another node has not answered in time
     */
    Uni<Void> fireTimer(String effect);

    /**
     * Starts a new instance that has done what this one did before a task, and gives the task another input. Nothing before the task
     * is repeated; from the task on it is an instance of its own, with its own idempotency keys. This instance is not changed,
     * whatever phase it is in. The new one has the same search keys.
     *
     * @return the new instance, once it is durable. Fails with {@link CairnException}: {@code UNKNOWN_TASK} if the instance has not
     *         come to the task, {@code NO_JOURNAL} if the store keeps nothing
     */
    Uni<InstanceHandle> fork(ForkRequest request);
}
