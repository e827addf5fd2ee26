package dev.cairn.engine.event;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.concurrent.SizedItemPermits;
import dev.cairn.time.LogRateLimiter;
import dev.cairn.time.TimeSource;

/**
 * Bounds the lifecycle events of this node whose delivery has not ended: no caller waits for them, and while the store or the
 * memory refuses what they start, they are tried again. Thread-safe.
 */
final class LifecycleDeliveryLimit {

    static final int MAX_EVENTS = 10_000;
    private static final int MAX_BYTES = 64 << 20;

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long LOG_INTERVAL_MILLIS = 60_000;
    /** Full sets of events may stay full for days, and must not take the room of other events. */
    private static final long MAX_REFUSED_MILLIS = 60_000;

    private final SizedItemPermits permits = new SizedItemPermits(MAX_EVENTS, MAX_BYTES);
    private final TimeSource time;
    private final LogRateLimiter logInterval;

    LifecycleDeliveryLimit(TimeSource time) {
        this.time = time;
        this.logInterval = new LogRateLimiter(time, LOG_INTERVAL_MILLIS);
    }

    /** Makes room for an event; false if there is none, and says so in the log. {@link #delivered} has to follow. */
    boolean begin(JsonNode event, int sizeBytes) {
        if (permits.take(sizeBytes)) {
            return true;
        }
        dropped(event,
                MAX_EVENTS + " events, or " + MAX_BYTES + " bytes of them, wait until the workflows that they concern can"
                        + " take them");
        return false;
    }

    /** True if sets of events have refused an event for so long that it is dropped. */
    boolean isRefusedForLong(long sinceMillis) {
        return time.millis() - sinceMillis >= MAX_REFUSED_MILLIS;
    }

    /** Tells that an event is not delivered: its recipients have no room for it. */
    void dropped(JsonNode event, String why) {
        if (logInterval.isDue()) {
            LOG.warnf(
                    "CAIRN-0497: Dropped lifecycle events of this node, the last one [type=%s, subject=%s]: %s. Mend the store or the"
                            + " overload; the instances that the events tell of go on.",
                    event.path("type").asText(), event.path("subject").asText(), why);
        }
    }

    /** The delivery of an event has ended. */
    void delivered(int sizeBytes) {
        permits.free(sizeBytes);
    }
}
