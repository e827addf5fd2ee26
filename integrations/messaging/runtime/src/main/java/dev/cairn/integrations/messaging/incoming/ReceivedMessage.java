package dev.cairn.integrations.messaging.incoming;

import org.eclipse.microprofile.reactive.messaging.Message;

import io.cloudevents.CloudEvent;

/** A message in flight: received, and neither acknowledged nor refused. */
final class ReceivedMessage {

    private static final long FIRST_RETRY_MILLIS = 100;
    private static final long MAX_RETRY_MILLIS = 10_000;

    final Message<?> message;
    final long sizeBytes;
    /** Null if the message is no event. */
    final CloudEvent event;
    /** The queue that the message stands in; null if its order does not matter. */
    final Object orderKey;
    private long retryMillis;

    ReceivedMessage(Message<?> message, long sizeBytes, CloudEvent event, Object orderKey) {
        this.message = message;
        this.sizeBytes = sizeBytes;
        this.event = event;
        this.orderKey = orderKey;
    }

    /** True from a failure of its publication or refusal until it succeeds. */
    boolean isRetried() {
        return retryMillis > 0;
    }

    /** The time until the next attempt; each is twice the one before, up to ten seconds. */
    long nextRetryMillis() {
        retryMillis = retryMillis == 0 ? FIRST_RETRY_MILLIS : Math.min(MAX_RETRY_MILLIS, retryMillis * 2);
        return retryMillis;
    }

    /** The publication or refusal has succeeded. */
    void endRetries() {
        retryMillis = 0;
    }
}
