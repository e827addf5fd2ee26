package dev.cairn.integrations.messaging.outgoing;

/**
 * The limits of a channel.
 *
 * @param maxMessages maximum number of messages that the broker has not acknowledged
 * @param maxBytes size of these messages at which the channel takes no more
 */
record OutgoingLimits(int maxMessages, long maxBytes) {

    /** Approximate size of a message beside its payload and the texts of its headers. */
    static final int MESSAGE_OVERHEAD_BYTES = 1_024;
}
