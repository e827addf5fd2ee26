package dev.cairn.engine.instance;

import java.util.HashSet;
import java.util.Set;

import dev.cairn.api.CommandOrigin;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.executor.TransitionResult;
import dev.cairn.value.JsonPayload;

/** An event on its way into one instance. Used in the turns of the instance alone, but for the listening to {@link #done}. */
public final class PendingEventDelivery {

    private final JsonPayload event;
    private final CommandOrigin origin;
    private final Promise<Void> done = new Promise<>();
    /** Effects that wanted an event when the offer was made and have not been asked; null before it was made. */
    private Set<String> toAsk;
    /** An entry of the journal has the event, or will. */
    private boolean taken;
    private boolean durable;
    private boolean known;
    private boolean suspended;
    /** Number of entries of the journal when the instance left the event. */
    private long leftAt;

    public PendingEventDelivery(JsonPayload event) {
        this(event, null);
    }

    /** An event from an origin. */
    public PendingEventDelivery(JsonPayload event, CommandOrigin origin) {
        this.event = event;
        this.origin = origin;
    }

    /** The origin of an event that is sent to this instance alone, or null. */
    CommandOrigin origin() {
        return origin;
    }

    public JsonPayload event() {
        return event;
    }

    /** Completes when the instance does not want the event, or has it durably; fails with {@link InstanceUnloadedException} if it is elsewhere. */
    public Promise<Void> done() {
        return done;
    }

    /** The next effect that wants an event and has not been asked about this one, or null. */
    TransitionResult.Listening next(TransitionResult step) {
        if (step instanceof TransitionResult.Halted) {
            return null;
        }
        if (toAsk == null) {
            toAsk = new HashSet<>();
            step.effects().forEach(effect -> toAsk.add(effect.id()));
        }
        for (TransitionResult.Effect effect : step.effects()) {
            if (effect instanceof TransitionResult.Listening listening && toAsk.remove(effect.id())) {
                return listening;
            }
        }
        return null;
    }

    /** An effect could not say yet whether it takes the event: it is asked again. */
    void askAgain(TransitionResult.Listening wanted) {
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
    public boolean wasKnown() {
        return known;
    }

    /** A suspended or parked instance listens for events of this type. */
    void suspended() {
        suspended = true;
    }

    /** True if the instance listens for events of this type, and is suspended or parked: it may take the event when it goes on. */
    public boolean isForLater() {
        return suspended;
    }

    /** No task of the instance takes the event; its journal had as many entries, some perhaps not durable yet. */
    void left(long entries) {
        leftAt = entries;
        done.complete(null);
    }

    /** Number of entries of the journal when the instance left the event. */
    public long leftAt() {
        return leftAt;
    }

    /** True if the instance took the event. */
    public boolean wasTaken() {
        return taken;
    }

    /** True if the instance took the event, and it is not known whether its journal has it. */
    public boolean uncertain() {
        return taken && !durable;
    }
}
