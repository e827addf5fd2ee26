package dev.cairn.integrations.messaging.incoming;

import dev.cairn.integrations.messaging.config.DeliveryOrder;

/**
 * The limits of a channel.
 *
 * @param maxMessages maximum number of messages in flight
 * @param maxBytes size of the messages in flight at which no more are requested
 * @param maxMessageBytes maximum size of a message: its payload, key and headers
 */
record ReceiverLimits(DeliveryOrder order, int maxMessages, long maxBytes, long maxMessageBytes) {

    /** Maximum number of messages that are requested at once: a request costs the connector a change of threads. */
    static final int MAX_BATCH_MESSAGES = 64;

    /**
     * The number of messages to request now: none while more than half of the last batch is outstanding. Each requested message reserves
     * room for the largest one, so that the messages in flight exceed {@link #maxBytes} by one message at most.
     *
     * @param messages number of messages in flight
     * @param bytes their size
     * @param requested number of messages that were requested and have not arrived
     */
    int batch(int messages, long bytes, int requested) {
        if (bytes >= maxBytes) {
            return 0;
        }
        long room = Math.max(1, (maxBytes - bytes) / maxMessageBytes);
        long batch = Math.min(Math.min(MAX_BATCH_MESSAGES, room), maxMessages - messages);
        return requested > batch / 2 ? 0 : (int) (batch - requested);
    }
}
