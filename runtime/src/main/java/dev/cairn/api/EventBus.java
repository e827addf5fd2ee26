package dev.cairn.api;

import java.util.function.Function;

import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Where events of the application and of its workflows meet: a bean to inject. Safe for any thread; nothing blocks.
 *
 * <pre>{@code
 * @Inject
 * EventBus events;
 *
 * Uni<Void> paid(Payment payment) {
 *     return events.publish(CloudEventBuilder.v1().withId(payment.id()).withType("acme.payment.received")
 *             .withSource(URI.create("/payments")).withData("application/json", payment.json()).build());
 * }
 * }</pre>
 */
public interface EventBus {

    /**
     * Gives an event to the instances that listen for it, on this node and on all others that share its store. One that does not
     * listen yet does not get it: events are not kept for later.
     *
     * @param event with the data that its content type says: JSON if it says none
     * @return completes when each instance that takes the event has it durably in its journal: only then is whoever sent it to be told
     *         that it arrived. Other nodes hear of it within a heartbeat; if one has died, the takeover of its instances is waited for. Fails with {@link CairnException}; publish the same event again then, a task that has taken it in does
     *         not take it twice
     */
    Uni<Void> publish(CloudEvent event);

    /**
     * Tells a consumer each event that a workflow of this node emits. The task that emits it is done when the consumer is: if the
     * application stops before that, the consumer gets the same event again, with the same id, when the instance goes on. If the
     * consumer fails, so does the task, with the error of a {@link WorkflowException} or a runtime error.
     *
     * <pre>{@code
     * events.onEmitted(event -> event.getType().startsWith("acme.orders.") ? broker.send(event) : Uni.createFrom().voidItem());
     * }</pre>
     *
     * @param consumer called on an event loop, which it must not block; several consumers are told one after another
     * @return no longer tells it
     */
    Cancellable onEmitted(Function<CloudEvent, Uni<Void>> consumer);

    /**
     * The events that workflows of this node emit from the subscription on. Nobody waits for who watches: one who is more than 1,024
     * events behind fails.
     */
    Multi<CloudEvent> emitted();

    /**
     * What becomes of the instances of this node from the subscription on: the lifecycle events of workflows that the DSL names,
     * {@code io.serverlessworkflow.workflow.X.v1} with X one of started, suspended, resumed, cancelled, faulted, completed,
     * correlation-started and correlation-completed. Their subject is the id of the instance. They are built only while somebody
     * watches, or a workflow listens for them. Each is told once the journal has what it says, and at most once: a crash in between
     * loses it, so ask the {@link CairnClient} for what has to be known for certain. One who is more than 1,024 events behind fails.
     *
     * <pre>{@code
     * events.lifecycle().filter(event -> event.getType().endsWith(".faulted.v1"))
     *         .subscribe().with(event -> alarm(event.getSubject()));
     * }</pre>
     */
    Multi<CloudEvent> lifecycle();

    /**
     * What becomes of the tasks of instances of this node from the subscription on: the lifecycle events of tasks that the DSL names,
     * {@code io.serverlessworkflow.task.X.v1} with X one of created, started, suspended, resumed, retried, cancelled, faulted and
     * completed. Their subject is the id of the instance, and {@code task} in their data the reference of the task. They are noted and
     * built only while somebody watches, which makes instances with many small tasks slower.
     *
     * <p>
     * Each is told once the journal has what it follows from. A crash in between loses it, together with what follows from the same
     * entry; an event is told again, with the same id, if the application crashes before an instance that was retried or forked has
     * written anything. One who is more than 1,024 events behind fails.
     *
     * <pre>{@code
     * events.taskLifecycle().filter(event -> event.getType().endsWith(".task.retried.v1"))
     *         .subscribe().with(event -> retries.increment());
     * }</pre>
     */
    Multi<CloudEvent> taskLifecycle();
}
