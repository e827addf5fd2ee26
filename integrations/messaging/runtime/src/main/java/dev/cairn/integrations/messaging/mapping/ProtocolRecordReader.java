package dev.cairn.integrations.messaging.mapping;

import org.eclipse.microprofile.reactive.messaging.Message;

/** Reads the messages of one protocol. Thread-safe. */
interface ProtocolRecordReader {

    /** Null if the message has another protocol. */
    BrokerRecord read(Message<?> message, byte[] body);
}
