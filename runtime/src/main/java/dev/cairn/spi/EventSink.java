package dev.cairn.spi;

import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;

/**
 * Takes the events that workflows emit to other systems. Each bean of this type gets every event, from the first instance on that is
 * taken up after a start of the application. Thread-safe.
 */
public interface EventSink {

    /**
     * Takes an event. If the application is killed before the result is durable, the same event comes again, with the same id.
     *
     * @param event the event, with its id
     * @param task the task that emits it
     * @return completes when the other system has the event; the task is done then. If it fails, so does the task, with the error of
     *         a {@link dev.cairn.api.WorkflowException} or a runtime error
     */
    Uni<Void> send(CloudEvent event, EmittingTask task);

    /**
     * A task that emits an event.
     *
     * @param workflow qualified name of the definition
     * @param version version of the definition
     * @param task reference of the task, a JSON pointer
     */
    record EmittingTask(String workflow, String version, String task) {}
}
