package dev.cairn.engine.event;

import java.util.function.Supplier;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.TryAcquireSemaphore;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueException;

/**
 * Bounds the events of this node, in number and in bytes, that wait for other nodes or for the start of this one. Beyond the bound,
 * publishers are refused and publish again later. Thread-safe.
 */
final class PublicationLimit {

    static final int MAX_BYTES = (int) Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 16);
    private static final int MAX_EVENTS = 10_000;

    private final int maxBytes;
    private final TryAcquireSemaphore events = new TryAcquireSemaphore(MAX_EVENTS);
    private final TryAcquireSemaphore bytes;

    PublicationLimit(int maxBytes) {
        this.maxBytes = maxBytes;
        this.bytes = new TryAcquireSemaphore(maxBytes);
    }

    /** Delivers an event if there is room for it until the delivery settles; otherwise fails with {@code OVERLOADED}. */
    <T> Promise<T> hold(JsonPayload event, Supplier<Promise<T>> delivery) {
        int size;
        try {
            // An event that is larger than the bound goes alone.
            size = Math.min(maxBytes, event.text().length);
        } catch (ValueException unwritable) {
            return Promise.failed(EventExceptionFactory.noEvent(event.tree(), unwritable));
        }
        if (!events.take(1)) {
            return Promise.failed(refusal(event));
        }
        if (!bytes.take(size)) {
            events.free(1);
            return Promise.failed(refusal(event));
        }
        Promise<T> delivered = delivery.get();
        delivered.listen((item, failure) -> {
            bytes.free(size);
            events.free(1);
        });
        return delivered;
    }

    private CairnException refusal(JsonPayload event) {
        return new CairnException(Reason.OVERLOADED, "CAIRN-0839: Cannot take in an event ["
                + EventMessageText.of(event.tree()) + "]: " + MAX_EVENTS + " events, or " + maxBytes
                + " bytes of them, wait until other nodes have them or this one has started. Publish it again later.", null);
    }
}
