package dev.cairn.engine.event.passive;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.engine.concurrent.TryAcquireSemaphore;
import dev.cairn.value.JsonPayload;

/**
 * Bounds the events on their way to instances outside of memory, in number and in bytes. An event waits until other instances
 * have been brought into memory, and its publisher waits for the event. Beyond the bound, publishers are refused and publish again later.
 * Thread-safe.
 */
final class PassiveDeliveryLimit {

    /** Each has up to a page of instances that wait to be brought into memory. */
    static final int MAX_EVENTS = 1_024;
    private static final int MAX_BYTES = (int) Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 16);

    private final TryAcquireSemaphore events = new TryAcquireSemaphore(MAX_EVENTS);
    private final TryAcquireSemaphore bytes = new TryAcquireSemaphore(MAX_BYTES);

    /** @throws CairnException with {@code OVERLOADED} if no room is left for an event */
    void check(JsonPayload event) {
        if (!events.has(1) || !bytes.has(size(event))) {
            throw refusal(event.tree());
        }
    }

    /**
     * The delivery of an event begins. Events that were checked at the same time may exceed the bound.
     *
     * @return ends the delivery, and must be run once
     */
    Runnable begin(JsonPayload event) {
        int size = size(event);
        events.force(1);
        bytes.force(size);
        return () -> {
            bytes.free(size);
            events.free(1);
        };
    }

    /** An event that is larger than the bound is delivered alone. */
    private int size(JsonPayload event) {
        return Math.min(MAX_BYTES, event.text().length);
    }

    private CairnException refusal(JsonNode event) {
        return new CairnException(Reason.OVERLOADED, "CAIRN-0832: Cannot take in an event ["
                + EventMessageText.of(event) + "]: " + MAX_EVENTS
                + " events, or " + MAX_BYTES + " bytes of them, are on their way to instances outside of memory, the limit of a"
                + " node. No instance has received it. Publish it again later.", null);
    }
}
