package dev.cairn.integrations.messaging.config;

/** The order in which the messages of a channel are published. */
public enum DeliveryOrder {
    /** None: messages are published at once, and those that need longer do not delay others. */
    NONE,
    /** Messages with the same key one after another, in the order in which they arrived. */
    KEY,
    /** All messages of the channel one after another, in the order in which they arrived. */
    CHANNEL
}
