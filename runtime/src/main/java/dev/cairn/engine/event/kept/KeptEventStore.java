package dev.cairn.engine.event.kept;

import java.util.Optional;

import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** Keeps events. Thread-safe; nothing blocks. Results fail as the store does. */
interface KeptEventStore {

    /** Keeps an event; completes when that is durable. An event that has expired is kept anew. */
    Uni<KeptEventState> put(KeptEvent event, JsonPayload content);

    /**
     * Finds events that are kept for any instance now.
     *
     * @param type type of the events, or null for all
     * @param cursor the next of the previous page, or null for the first page
     */
    Uni<KeptEventPage> find(String type, String cursor);

    /**
     * Finds events that are kept for an instance now.
     *
     * @param instanceId the instance, or null for all instances
     * @param cursor as for {@link #find}
     */
    Uni<KeptEventPage> findFor(String instanceId, String cursor);

    /** The content of an event; empty if it was taken, or has expired. Fails with a runtime exception if it cannot be read. */
    Uni<Optional<JsonPayload>> content(KeptEvent event);

    /** An instance has the event durably; it is not found any more, and a repetition of it is not kept for a while. */
    Uni<Void> taken(KeptEvent event);
}
