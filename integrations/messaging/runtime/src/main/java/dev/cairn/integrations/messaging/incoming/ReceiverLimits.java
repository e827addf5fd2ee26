package dev.cairn.integrations.messaging.incoming;

import dev.cairn.integrations.messaging.config.DeliveryOrder;

/**
 * The limits of a channel.
 *
 * @param maxMessages maximum number of messages in flight
 * @param maxBytes size of the messages in flight at which no more are requested
 * @param maxMessageBytes maximum size of a message: its payload, key and headers
 */
record ReceiverLimits(DeliveryOrder order, int maxMessages, long maxBytes, long maxMessageBytes) {}
