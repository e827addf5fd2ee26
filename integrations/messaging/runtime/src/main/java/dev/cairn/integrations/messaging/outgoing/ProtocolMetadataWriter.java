package dev.cairn.integrations.messaging.outgoing;

import io.cloudevents.CloudEvent;

/** Writes the metadata of the messages of one protocol. Thread-safe. */
interface ProtocolMetadataWriter {

    /**
     * The metadata of an event.
     *
     * @param key null for none
     * @param structured true if the payload is the whole event
     */
    Object of(CloudEvent event, String key, boolean structured);

    /**
     * The metadata of a message that is no event.
     *
     * @param key null for none
     */
    Object of(PublishedMessage message, String key);
}
