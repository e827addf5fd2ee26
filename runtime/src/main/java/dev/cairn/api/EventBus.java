package dev.cairn.api;

import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;

import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Connects events of the application with events of its workflows; a bean to inject. Thread-safe; no method blocks.
 *
 * <pre>{@code
 * @Inject
 * EventBus events;
 *
 * Uni<PublishResult> paid(Payment payment) {
 *     return events.publish(CloudEventBuilder.v1().withId(payment.id()).withType("acme.payment.received")
 *             .withSource(URI.create("/payments")).withData("application/json", payment.json()).build());
 * }
 * }</pre>
 */
public interface EventBus {

    /**
     * Gives an event to the instances that listen for it, on this node and on all others that share its store, and starts the
     * workflows whose {@code schedule.on} it fits, each once for the event's source and id. The event is kept for
     * suspended and parked instances that listen for its type. An instance that does not listen yet does not get it, unless a
     * workflow or the configuration has events of its type kept.
     *
     * @param event the event; its data have the form that its content type names, or JSON if it names none
     * @return completes when each instance that takes the event has it durably in its journal, and each instance that it starts
     *         is durable, with the number of both. A set of events that waits for others counts as an instance. Acknowledge the
     *         event to its sender only then. Other nodes receive it within a heartbeat; if one has
     *         died, completion waits for the takeover of its instances. Fails with {@link CairnException}. With the reason
     *         {@code INVALID_INPUT} it is no event, or a workflow that it was to start refuses it, and the others have it:
     *         publishing it again is of no use. With any other reason publish the same event again, since a task that has taken
     *         it does not take it twice
     */
    Uni<PublishResult> publish(CloudEvent event);

    /**
     * Passes each event that a workflow of this node emits to a consumer. The task that emits it is done when the consumer is:
     * if the application stops before that, the consumer gets the same event again, with the same id, when the instance goes
     * on. If the consumer fails, so does the task, with the error of a {@link WorkflowException} or a runtime error.
     *
     * <pre>{@code
     * events.onEmitted(event -> event.getType().startsWith("acme.orders.") ? broker.send(event) : Uni.createFrom().voidItem());
     * }</pre>
     *
     * @param consumer called on an event loop, which it must not block; several consumers are told one after another
     * @return a handle that ends the subscription
     */
    Cancellable onEmitted(Function<CloudEvent, Uni<Void>> consumer);

    /**
     * The events that workflows of this node emit from the subscription on. A slow subscriber does not delay the engine: a
     * subscription that is more than 1,024 events behind fails.
     */
    Multi<CloudEvent> emitted();

    /**
     * The lifecycle events of the instances of this node from the subscription on, as the DSL names them:
     * {@code io.serverlessworkflow.workflow.X.v1} with X one of started, suspended, resumed, cancelled, faulted, completed,
     * correlation-started and correlation-completed. Their subject is the id of the instance. They are built only while a
     * subscription exists, or a workflow listens for them. Each is sent after the journal has the change, and at most once: a
     * crash in between loses it. Ask the {@link CairnClient} for facts that have to be certain. A subscription that is more
     * than 1,024 events behind fails.
     *
     * <pre>{@code
     * events.lifecycle().filter(event -> event.getType().endsWith(".faulted.v1"))
     *         .subscribe().with(event -> alarm(event.getSubject()));
     * }</pre>
     */
    Multi<CloudEvent> lifecycle();

    /**
     * The lifecycle events of the tasks of instances of this node from the subscription on, as the DSL names them:
     * {@code io.serverlessworkflow.task.X.v1} with X one of created, started, suspended, resumed, retried, cancelled, faulted
     * and completed. Their subject is the id of the instance, and {@code task} in their data the reference of the task. They
     * are recorded and built only while a subscription exists. Instances with many small tasks are slower meanwhile.
     *
     * <p>
     * Each is sent after the journal has the entry that it follows from. A crash in between loses it, together with the other
     * events of the same entry. An event is sent again, with the same id, if the application crashes before a retried or forked
     * instance has written anything. A subscription that is more than 1,024 events behind fails.
     *
     * <pre>{@code
     * events.taskLifecycle().filter(event -> event.getType().endsWith(".task.retried.v1"))
     *         .subscribe().with(event -> retries.increment());
     * }</pre>
     */
    Multi<CloudEvent> taskLifecycle();

    /**
     * The result of publishing an event.
     *
     * @param outcome the best of what became of the event
     * @param instances number of instances that have taken the event, at this publication or at an earlier one of the same event. A
     *        lower bound if a node failed meanwhile, or if nodes of versions before this one share the store
     * @param keptUntil the end of the time for which the event is kept, or null if it is not kept
     */
    record PublishResult(Outcome outcome, int instances, Instant keptUntil) {

        private static final PublishResult NOBODY = new PublishResult(Outcome.NOBODY, 0, null);

        public PublishResult {
            Objects.requireNonNull(outcome, "outcome is required");
            if (outcome == Outcome.TAKEN != instances > 0 || outcome == Outcome.KEPT && keptUntil == null) {
                throw new IllegalArgumentException(
                        "No result: " + outcome + ", instances=" + instances + ", keptUntil=" + keptUntil);
            }
        }

        /** The result for an event that a number of instances have taken; none took it if the number is 0. */
        public static PublishResult takenBy(int instances) {
            return instances == 0 ? NOBODY : new PublishResult(Outcome.TAKEN, instances, null);
        }

        /** The things that become of an event. */
        public enum Outcome {
            /** The journal of each instance that takes the event has it. */
            TAKEN,
            /** No instance has taken the event yet. It is kept for later listeners. */
            KEPT,
            /** No instance takes the event, and it is not kept. */
            NOBODY
        }
    }
}
