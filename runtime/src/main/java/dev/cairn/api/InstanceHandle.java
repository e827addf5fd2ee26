package dev.cairn.api;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.EventBus.PublishResult;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;

/** An instance that was started. Results complete on an event loop or on the calling thread; no method blocks. */
public interface InstanceHandle {

    /** The id; valid in any later life of the application that uses the same store. */
    String id();

    /** True if the start that gave this handle began the instance, false if its idempotency key found one. */
    boolean created();

    /**
     * The output, once the instance has ended and that is durable. Fails with {@link WorkflowException} if it faulted, with
     * {@link CairnException} if it is parked on this node or is gone. While it is parked on another node this waits, as for a
     * suspended instance. The tree is shared and not to be changed.
     */
    Uni<JsonNode> result();

    /** The output converted to a type of the application by Jackson. Otherwise as {@link #result()}. */
    <T> Uni<T> result(Class<T> type);

    /**
     * The output as JSON text (RFC 8259, UTF-8) with numbers as jq prints them, for callers that pass it on unchanged. A large
     * output is assembled on a worker thread, from the journal's bytes if they are still in memory, and completes there. The
     * array must not be changed. Otherwise as {@link #result()}.
     */
    Uni<byte[]> resultText();

    /** The instance as it is now. */
    Uni<InstanceView> view();

    /**
     * Every task that the instance came to, with input and output, in the order they began. Computed for each page by replaying
     * the journal, off the event loop: it shows the durable state, and takes as long as the pure work of the instance did.
     *
     * @param limit tasks a page, 1 to 1,000
     * @param cursor the {@link InstanceHistory#next()} of the previous page, or null for the first page
     * @return fails with {@link CairnException}: {@code NO_JOURNAL} if the store keeps nothing, {@code INSTANCE_SUSPENDED} if the
     *         journal does not fit the definition any more
     */
    Uni<InstanceHistory> history(int limit, String cursor);

    /**
     * Asks a query of the workflow ({@code document.metadata.cairn.queries}, or {@code query(name, expression)} of a Java
     * definition). The answer follows from the durable state of the instance. Nothing is written, and the instance is not
     * claimed.
     *
     * <p>
     * An instance in the memory of this node answers in its turn, from its state. The state of any other instance is computed
     * again from its journal, off the event loop: an instance that waits outside of memory, is suspended or parked, has ended, or
     * runs on another node. That takes as long as the pure work of the instance did.
     *
     * @param name name of the query
     * @param argument the value of {@code .} in the query, converted to JSON as an input is; null for JSON null
     * @return the answer, which is shared and not to be changed. Fails with {@link CairnException}: {@code UNKNOWN_INSTANCE},
     *         {@code UNKNOWN_QUERY}, {@code EXPRESSION_FAILED}, {@code NO_JOURNAL} if the instance is not in memory and the store keeps
     *         nothing, {@code INSTANCE_SUSPENDED} if the journal does not fit the definition any more, {@code OVERLOADED} if too
     *         many journals are being read
     */
    Uni<JsonNode> query(String name, Object argument);

    /** As {@link #query(String, Object)}, with the answer converted to a type of the application by Jackson. */
    <T> Uni<T> query(String name, Object argument, Class<T> type);

    /**
     * The commands that changed the instance, oldest first, at most the last 1,000: its start or fork, and the commands since.
     * A command that had nothing to change wrote no entry and is not listed; nor is the resumption of a parked instance.
     *
     * @return the durable commands; fails with {@link CairnException}: {@code NO_JOURNAL} if the store keeps nothing
     */
    Uni<List<RecordedCommand>> commands();

    /**
     * Halts the instance: no further call begins. A call that is under way completes, and its outcome is kept. Timers keep
     * their due times; a timer that becomes due meanwhile fires when the instance is resumed. Deadlines keep running. Does
     * nothing to an instance that is suspended.
     *
     * @return completes when it is durable, whichever node runs the instance. Fails with {@link CairnException}:
     *         {@code WRONG_PHASE} if it has ended, {@code INSTANCE_SUSPENDED} if it is parked on another node and therefore
     *         failed to do it, {@code NOT_CONFIRMED} if another node has not answered in time
     */
    Uni<Void> suspend();

    /**
     * Lets a suspended instance go on, and tries a parked instance again. Does nothing to a running instance. Completes and
     * fails as {@link #suspend()}; fails with {@code INSTANCE_SUSPENDED} and the reason if it still cannot go on. If it was
     * parked on another node, it completes when that node has tried; read the status afterwards to see if the instance is
     * parked again.
     */
    Uni<Void> resume();

    /**
     * Ends the instance. A call under way is cancelled: its {@code Uni} is cancelled, a request is closed, a blocking method is
     * interrupted. Callers that wait for the result receive a {@link CairnException} with {@code INSTANCE_CANCELLED}. Does
     * nothing to an instance that is cancelled. Completes and fails as {@link #suspend()}.
     *
     * <p>
     * Nothing is undone; {@link #cancelAndCompensate()} does that. An instance that is compensating stops at once.
     */
    Uni<Void> cancel();

    /**
     * Abandons the work of the instance, as {@link #cancel()}, and undoes its completed work: the compensations of the
     * completed tasks run in reverse order, as if the task under way had failed with an error of type
     * {@code urn:cairn:error:cancelled}. Then the instance ends as cancelled. Each branch of a fork undoes its own work before
     * the work ahead of the fork is undone. Each effect is journaled, so that a crash in the middle repeats none that has an
     * outcome. A compensation that is under way because the instance is failing goes on. A failing compensation does not keep
     * the ones before it from running; its error becomes the error of the instance.
     *
     * <p>
     * Deadlines around the tasks being undone no longer hold. The instance can be suspended and resumed meanwhile. Does nothing
     * to an instance that is compensating or cancelled. A workflow that it waits for receives the same command and is not
     * waited for.
     *
     * @return completes when the journal has the command and the instance has begun to undo its work; {@link #result()} waits
     *         for the end. Fails as {@link #suspend()}; with {@code INSTANCE_SUSPENDED} if the instance is parked
     */
    Uni<Void> cancelAndCompensate();

    /**
     * Lets a faulted instance go on at the task that failed, with the input that the task had. Completed tasks are not
     * repeated; calls that the retry makes have new idempotency keys. An error that was caught is not tried again. Deadlines
     * exclude the time that the instance stood still, and a deadline that has passed does not hold again.
     *
     * @return completes when it is durable. Fails with {@link CairnException}: {@code WRONG_PHASE} if it has not faulted,
     *         {@code NO_JOURNAL} if the store keeps nothing
     */
    Uni<Void> retry();

    /**
     * Sends an event to this instance alone. A task that listens for such an event takes it if its filters match, as for an
     * event published with {@link EventBus#publish}. An event that no task listens for is refused and not kept, also if the
     * instance is suspended.
     *
     * <p>
     * An instance takes an event once, identified by source and id. Sending it again completes and does nothing, even if the
     * instance has moved on since. Send an event again if its outcome is unknown. A store that keeps nothing recognises only
     * the events that the currently listening task has taken.
     *
     * @return completes when the journal of the instance has the event, whichever node runs the instance. Fails with {@link CairnException}:
     *         {@code NOT_LISTENING} if no task listens for it, {@code WRONG_PHASE} if the instance has ended, {@code INSTANCE_SUSPENDED} if
     *         it is parked, {@code INVALID_INPUT} if the event cannot be converted to JSON, {@code NOT_CONFIRMED} if another node has not
     *         answered in time
     */
    Uni<Void> send(CloudEvent event);

    /**
     * Sends an event with a type and data to this instance alone. The same as {@link #signal(String, Object, String)} with a new
     * id for each call.
     */
    Uni<PublishResult> signal(String type, Object data);

    /**
     * Sends an event to this instance alone, as {@link #send} does, but keeps it if the instance is suspended or parked. Its
     * source is {@code urn:cairn:signal}.
     *
     * @param type type of the event
     * @param data the data, converted to JSON as an input is; null for none
     * @param idempotencyKey id of the event: the instance takes one signal with this key
     * @return completes when the signal is durable: the instance has taken it, or it is kept until the instance goes on. Then a
     *         task that listens takes the signal if its filters match; otherwise it is dropped. Fails as {@link #send} does
     */
    Uni<PublishResult> signal(String type, Object data, String idempotencyKey);

    /**
     * Sends an event to this instance alone and returns the answer. The same as {@link #update(String, Object, String)} with a new
     * id for each call.
     */
    Uni<JsonNode> update(String type, Object data);

    /** As {@link #update(String, Object)}, with the answer converted to a type of the application by Jackson. */
    <T> Uni<T> update(String type, Object data, Class<T> answerType);

    /**
     * Sends an event to this instance alone, as {@link #send} does, and returns the answer of the task that takes it: its
     * {@code metadata.cairn.reply}, or {@code reply(expression)} in Java. Its source is {@code urn:cairn:update}. A task with
     * {@code foreach} answers when the tasks for the event are done, which may take as long as they like. A task without a reply
     * answers with JSON null as soon as the event is durable.
     *
     * <p>
     * The answer follows from the journal. The same key gives the same answer again, also after a crash or when the instance has
     * moved on. A store that keeps nothing answers again only until the task has replied. A caller that cancels its subscription
     * or gives up waiting does not take the event back.
     *
     * @param type type of the event
     * @param data the data, converted to JSON as an input is; null for none
     * @param idempotencyKey id of the event: the instance takes one update with this key
     * @return the answer, once all that it follows from is durable; it is shared and not to be changed. Fails as {@link #send} does; with
     *         {@link WorkflowException} if the instance faulted before it answered; with {@link CairnException}: {@code NOT_ANSWERED}
     *         if it ended otherwise or left the task, {@code EXPRESSION_FAILED} if the reply fails, {@code NO_JOURNAL} if the task has
     *         replied before and the store keeps nothing, {@code STOPPING} if this node stops before it has the answer
     */
    Uni<JsonNode> update(String type, Object data, String idempotencyKey);

    /** As {@link #update(String, Object, String)}, with the answer converted to a type of the application by Jackson. */
    <T> Uni<T> update(String type, Object data, String idempotencyKey, Class<T> answerType);

    /**
     * Has a timer fire now instead of when it is due: the timer of a task that waits, or the pause before a retry. The instance
     * then continues as it would have done at the due time. Deadlines stay as they are.
     *
     * <p>
     * A timer fires once: a second request, or one after the timer was due, completes and does nothing. Repeat a request if its
     * outcome is unknown.
     *
     * @param effect identity of the timer's effect, which the management API shows among the pending effects of the instance:
     *        for a task outside of loops and tries it is the reference of the task, such as {@code /do/0/pause}
     * @return completes when the journal has that it fired, whichever node runs the instance. Fails with {@link CairnException}:
     *         {@code NO_TIMER} if the instance does not wait for the timer, or is suspended, {@code WRONG_PHASE} if it has ended,
     *         {@code INSTANCE_SUSPENDED} if it is parked, {@code NOT_CONFIRMED} if another node has not answered in time
     */
    Uni<Void> fireTimer(String effect);

    /**
     * Starts a new instance that repeats the work of this one before a task, and gives the task another input. Nothing before
     * the task is repeated; from the task on it is an instance of its own, with its own idempotency keys. This instance does
     * not change, in any phase. The new one has the same search keys.
     *
     * @return the new instance, once it is durable. Fails with {@link CairnException}: {@code UNKNOWN_TASK} if the instance has not
     *         come to the task, {@code NO_JOURNAL} if the store keeps nothing
     */
    Uni<InstanceHandle> fork(ForkRequest request);
}
