package dev.cairn.driver;

import java.util.HashSet;
import java.util.Set;

import dev.cairn.api.CommandOrigin;
import dev.cairn.executor.Step;
import dev.cairn.value.Payload;

/** An event on its way into one instance. Used in the turns of the instance alone, but for the listening to {@link #done}. */
final class Offer {

    private final Payload event;
    private final CommandOrigin origin;
    private final Once<Void> done = new Once<>();
    /** Effects that wanted an event when the offer was made and have not been asked; null before it was made. */
    private Set<String> toAsk;
    /** An entry of the journal has the event, or will. */
    private boolean taken;
    private boolean durable;
    private boolean known;

    Offer(Payload event) {
        this(event, null);
    }

    /** An event from an origin. */
    Offer(Payload event, CommandOrigin origin) {
        this.event = event;
        this.origin = origin;
    }

    /** The origin of an event that is sent to this instance alone, or null. */
    CommandOrigin origin() {
        return origin;
    }

    Payload event() {
        return event;
    }

    /** Completes when the instance does not want the event, or has it durably; fails with {@link MovedException} if it is elsewhere. */
    Once<Void> done() {
        return done;
    }

    /** The next effect that wants an event and has not been asked about this one, or null. */
    Step.Listening next(Step step) {
        if (step instanceof Step.Halted) {
            return null;
        }
        if (toAsk == null) {
            toAsk = new HashSet<>();
            step.effects().forEach(effect -> toAsk.add(effect.id()));
        }
        for (Step.Effect effect : step.effects()) {
            if (effect instanceof Step.Listening listening && toAsk.remove(effect.id())) {
                return listening;
            }
        }
        return null;
    }

    /** An effect could not say yet whether it takes the event: it is asked again. */
    void askAgain(Step.Listening wanted) {
        toAsk.add(wanted.id());
    }

    void take() {
        taken = true;
        durable = false;
    }

    void durable() {
        durable = true;
    }

    /** A task that listens took this event before. */
    void known() {
        known = true;
    }

    /** True if a task that listens took this event before, which is durable. */
    boolean wasKnown() {
        return known;
    }

    /** True if the instance took the event. */
    boolean wasTaken() {
        return taken;
    }

    /** True if the instance took the event, and it is not known whether its journal has it. */
    boolean uncertain() {
        return taken && !durable;
    }
}
