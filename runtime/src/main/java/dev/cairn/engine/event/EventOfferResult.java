package dev.cairn.engine.event;

import java.util.Set;

import dev.cairn.engine.event.kept.EventReach;

/**
 * The result of an event that was offered to instances, or that may start some.
 *
 * @param reach the instances that the event has reached or started
 * @param refusal the refusal of a workflow that the event would start; null for none
 */
public record EventOfferResult(EventReach reach, EventInputException refusal) {

    static final EventOfferResult NONE = new EventOfferResult(EventReach.NONE, null);

    static EventOfferResult ofStarts(int instances, EventInputException refusal) {
        return new EventOfferResult(new EventReach(instances, Set.of()), refusal);
    }

    /** With other instances; the first refusal counts. */
    EventOfferResult plus(EventOfferResult other) {
        return new EventOfferResult(reach.plus(other.reach), refusal != null ? refusal : other.refusal);
    }

    EventOfferResult plus(EventReach other) {
        return new EventOfferResult(other.plus(reach), refusal);
    }
}
