package dev.cairn.engine.event;

import java.util.function.Supplier;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.SizedItemPermits;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;

/**
 * Bounds the events of this node, in number and in bytes, that wait for other nodes or for the start of this one. Beyond the bound,
 * publishers are refused and publish again later. Thread-safe.
 */
final class PublicationLimit {

    static final int MAX_BYTES = (int) Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 16);
    private static final int MAX_EVENTS = 10_000;

    private final int maxBytes;
    private final SizedItemPermits permits;

    PublicationLimit(int maxBytes) {
        this.maxBytes = maxBytes;
        this.permits = new SizedItemPermits(MAX_EVENTS, maxBytes);
    }

    /** Delivers an event if there is room for it until the delivery settles; otherwise fails with {@code OVERLOADED}. */
    <T> Promise<T> hold(JsonPayload event, Supplier<Promise<T>> delivery) {
        int size = size(event);
        if (!permits.take(size)) {
            return Promise.failed(refusal(event));
        }
        Promise<T> delivered = delivery.get();
        delivered.listen((item, failure) -> permits.free(size));
        return delivered;
    }

    private int size(JsonPayload event) {
        int known = event.knownTextBytes();
        // An event that is nested too deep to be written needs no room: its delivery reports the fault.
        return known >= 0 ? known
                : Math.max(0, JsonPayload.textBytes(event.tree(), maxBytes, ValueDepthLimits.MAX_WRITTEN_DEPTH));
    }

    private CairnException refusal(JsonPayload event) {
        return new CairnException(Reason.OVERLOADED, "CAIRN-0839: Cannot take in an event ["
                + EventMessageText.of(event.tree()) + "]: " + MAX_EVENTS + " events, or " + maxBytes
                + " bytes of them, wait until other nodes have them or this one has started. Publish it again later.", null);
    }
}
