package dev.cairn.integrations.messaging.mapping;

import dev.cairn.integrations.messaging.mapping.EventMapper.MappedEvent;

/** Makes events of the messages of a channel. Thread-safe. */
@FunctionalInterface
public interface MessageMapper {

    /**
     * Makes an event of a message.
     *
     * @throws UnreadableMessageException if the message is none
     */
    MappedEvent event(BrokerRecord record);
}
