package dev.cairn.engine.event.gather;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * Bounds the number of sets that wait for events. The sets are counted at the first opening, and then once a minute: other nodes open
 * some. Between two counts it follows the changes of this node. Thread-safe.
 */
final class EventSetQuota {

    private static final long STALE_MILLIS = 60_000;
    /** Full sets are counted again after this time: some may have ended on other nodes. */
    private static final long FULL_MILLIS = 1_000;

    private final EventSetStore store;
    private final TimeSource time;
    private final int maxSets;
    /** Time of the last count; -1 before the first. Guarded by this, as all below. */
    private long countedAtMillis = -1;
    private int sets;
    private Uni<Void> count;

    EventSetQuota(EventSetStore store, TimeSource time, int maxSets) {
        this.store = store;
        this.time = time;
        this.maxSets = maxSets;
    }

    /** Reserves room for a set; fails with {@link Reason#OVERLOADED} if there is none, or as the store does. */
    Uni<Void> reserve(JsonNode event) {
        return Uni.createFrom().deferred(() -> take(STALE_MILLIS) ? Uni.createFrom().voidItem() : counted().invoke(() -> {
            if (!take(Long.MAX_VALUE)) {
                throw refusal(event,
                        "the limit of sets that wait for events is reached (quarkus.cairn.events.max-sets=" + maxSets
                                + ")");
            }
        }));
    }

    /** The refusal of an event for which there is no room now. */
    static CairnException refusal(JsonNode event, String why) {
        return new CairnException(Reason.OVERLOADED, "CAIRN-0835: Cannot take an event into a set ["
                + EventMessageText.of(event) + "]: " + why + ". Publish it again later.", null);
    }

    private synchronized boolean take(long staleMillis) {
        if (countedAtMillis < 0 || time.millis() - countedAtMillis >= staleMillis || sets >= maxSets) {
            return false;
        }
        sets++;
        return true;
    }

    /** A set has ended, or was not opened. */
    synchronized void release() {
        sets = Math.max(0, sets - 1);
    }

    private synchronized Uni<Void> counted() {
        if (count == null) {
            if (countedAtMillis >= 0 && time.millis() - countedAtMillis < FULL_MILLIS) {
                return Uni.createFrom().voidItem();
            }
            count = store.count(maxSets).invoke(found -> counted(found.intValue())).replaceWithVoid().onTermination()
                    .invoke(this::ended).memoize()
                    .indefinitely();
        }
        return count;
    }

    private synchronized void counted(int found) {
        sets = found;
        countedAtMillis = time.millis();
    }

    private synchronized void ended() {
        count = null;
    }
}
