package dev.cairn.engine.event.passive;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.engine.concurrent.SizedItemPermits;
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

    private final SizedItemPermits permits = new SizedItemPermits(MAX_EVENTS, MAX_BYTES);

    /** @throws CairnException with {@code OVERLOADED} if no room is left for an event */
    void check(JsonPayload event) {
        if (!permits.has(event.text().length)) {
            throw refusal(event.tree());
        }
    }

    /**
     * The delivery of an event begins. Events that were checked at the same time may exceed the bound.
     *
     * @return ends the delivery, and must be run once
     */
    Runnable begin(JsonPayload event) {
        int size = event.text().length;
        permits.force(size);
        return () -> permits.free(size);
    }

    private CairnException refusal(JsonNode event) {
        return new CairnException(Reason.OVERLOADED, "CAIRN-0832: Cannot take in an event ["
                + EventMessageText.of(event) + "]: " + MAX_EVENTS
                + " events, or " + MAX_BYTES + " bytes of them, are on their way to instances outside of memory, the limit of a"
                + " node. No instance has received it. Publish it again later.", null);
    }
}
