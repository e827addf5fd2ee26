package dev.cairn.engine.event.kept;

import java.util.function.BiFunction;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EventMessageText;
import dev.cairn.engine.option.KeptEventOptions;
import dev.cairn.engine.port.EventRefusalException;
import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Bounds the number and the size of kept events. The store is counted at the first event, and then now and again: events
 * expire, and other nodes keep some. Between two counts it follows the changes of this node. A count may miss the events that
 * are being written: they are added to it. Thread-safe.
 */
final class KeptEventQuota {

    private static final long STALE_MILLIS = 60_000;
    /** A full store is counted again after this time: events may have expired. */
    private static final long FULL_MILLIS = 1_000;

    private final KeptEventStore store;
    private final TimeSource time;
    private final KeptEventOptions options;
    /** Time of the last count; -1 before the first. Guarded by this, as all below. */
    private long countedAtMillis = -1;
    private long events;
    private long bytes;
    /** Reserved events whose write has not ended. */
    private long unsettledEvents;
    private long unsettledBytes;
    private Uni<Void> count;
    /** Events that the count may have missed. */
    private long missedEvents;
    private long missedBytes;

    KeptEventQuota(KeptEventStore store, TimeSource time, KeptEventOptions options) {
        this.store = store;
        this.time = time;
        this.options = options;
    }

    /** True if it is known that this node and all before it keep nothing. */
    synchronized boolean isEmpty() {
        return countedAtMillis >= 0 && count == null && events == 0;
    }

    /**
     * Reserves room for an event that is about to be written. {@link #settled} has to follow.
     *
     * @return fails with a {@link CairnException} if there is none, or as the store does
     */
    Uni<Void> reserve(JsonPayload event) {
        int size = event.text().length;
        return Uni.createFrom().deferred(() -> {
            if (size > options.maxBytes()) {
                throw refusal(event, Reason.INVALID_INPUT, "it has " + size + " bytes, all kept events have at most "
                        + options.maxBytes() + ". Raise quarkus.cairn.events.max-kept-size.");
            }
            return mayTake(size) ? Uni.createFrom().voidItem() : counted().invoke(() -> {
                if (!add(size)) {
                    throw refusal(event, Reason.OVERLOADED, "no instance takes it, and the limit of kept events is reached"
                            + " (quarkus.cairn.events.max-kept=" + options.maxEvents() + ", max-kept-size="
                            + options.maxBytes() + "). Publish it again later.");
                }
            });
        });
    }

    private static CairnException refusal(JsonPayload event, Reason reason, String why) {
        return new EventRefusalException(reason, "CAIRN-0482: Cannot keep an event ["
                + EventMessageText.of(event.tree()) + "]: " + why,
                null);
    }

    private synchronized boolean mayTake(int size) {
        return countedAtMillis >= 0 && time.millis() - countedAtMillis < STALE_MILLIS && add(size);
    }

    private synchronized boolean add(int size) {
        if (events >= options.maxEvents() || bytes + size > options.maxBytes()) {
            return false;
        }
        change(1, size);
        unsettledEvents++;
        unsettledBytes += size;
        missedEvents++;
        missedBytes += size;
        return true;
    }

    /**
     * The write of a reserved event has ended.
     *
     * @param needed false if the event needs no room: it was not written, or was there before
     */
    synchronized void settled(int size, boolean needed) {
        unsettledEvents--;
        unsettledBytes -= size;
        if (!needed) {
            release(size);
            missedEvents--;
            missedBytes -= size;
        }
    }

    /** An event is no longer kept. */
    synchronized void release(int size) {
        change(-1, -size);
    }

    private void change(int number, int size) {
        events = Math.max(0, events + number);
        bytes = Math.max(0, bytes + size);
    }

    /** Counts the store, unless that was done just now. */
    synchronized Uni<Void> counted() {
        if (count == null) {
            if (countedAtMillis >= 0 && time.millis() - countedAtMillis < FULL_MILLIS) {
                return Uni.createFrom().voidItem();
            }
            missedEvents = unsettledEvents;
            missedBytes = unsettledBytes;
            count = page(store::find, null, 0, 0).chain(this::found).onTermination().invoke(this::ended).memoize()
                    .indefinitely();
        }
        return count;
    }

    private synchronized void ended() {
        count = null;
    }

    /** Counts the events for any instance, and then those that are kept for one. */
    private Uni<Sum> page(BiFunction<String, String, Uni<KeptEventPage>> find, String cursor, long eventsBefore,
            long bytesBefore) {
        return find.apply(null, cursor).chain(page -> {
            long foundEvents = eventsBefore + page.events().size();
            long foundBytes = bytesBefore + page.events().stream().mapToLong(KeptEvent::sizeBytes).sum();
            if (page.next() != null && foundEvents < options.maxEvents()) {
                return page(find, page.next(), foundEvents, foundBytes);
            }
            return Uni.createFrom().item(new Sum(foundEvents, foundBytes));
        });
    }

    private Uni<Void> found(Sum ofAny) {
        return page(store::findFor, null, ofAny.events, ofAny.bytes).invoke(all -> {
            synchronized (this) {
                events = all.events + missedEvents;
                bytes = all.bytes + missedBytes;
                countedAtMillis = time.millis();
            }
        }).replaceWithVoid();
    }

    private record Sum(long events, long bytes) {}
}
