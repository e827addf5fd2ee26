package dev.cairn.engine.listen;

import java.util.Collections;
import java.util.Set;
import java.util.function.Consumer;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.TransitionResult;
import dev.cairn.time.TimeSource;

/**
 * The subscription by which publishers find an instance in the store, and the time for which it has only listened. A subscription stays in the store
 * while the instance is in memory, as long as the instance listens without a break. Otherwise a publisher could ask this node before the
 * instance is here, and search the store after that. Used in the turns of the instance, except where stated.
 */
public final class ListenerSubscription {

    private static final long NOT_IDLE = Long.MAX_VALUE;

    private final String instanceId;
    private final InstalledProgram program;
    private final InstanceState state;
    private final PassiveListenerGateway gateway;
    private final Consumer<Runnable> turns;
    /** The step that was seen last; null if the instance has ended, or is not in memory. */
    private TransitionResult seen;
    private volatile long idleSinceMillis = NOT_IDLE;
    /** True if the store may have subscriptions. */
    private volatile boolean stored;
    /** Number of entries of the journal when the last subscription may have been written. */
    private long storedAt;
    /** The keys by which publishers find the instance, for certain. */
    private Set<String> subscribed = Set.of();
    /** The keys of the subscription that is being written; null if none is. */
    private Set<String> subscribing;
    /** The removal of all subscriptions that is under way; null if there is none, or a subscription was written since. */
    private Promise<Void> removal;
    /** The instance waited outside of memory: if it listened, its subscription has the keys of its first step. */
    private boolean returned;
    /** Not null while the instance is about to leave the memory. */
    private Promise<Void> leaving;

    /** @param turns runs something in the turns of the instance */
    public ListenerSubscription(String instanceId, InstalledProgram program, InstanceState state,
            PassiveListenerGateway gateway,
            Consumer<Runnable> turns) {
        this.instanceId = instanceId;
        this.program = program;
        this.state = state;
        this.gateway = gateway;
        this.turns = turns;
    }

    /**
     * The instance has come from the store.
     *
     * @param waited true if it waited outside of memory; otherwise an earlier life may have written a subscription
     * @param position number of entries of its journal
     */
    public void loaded(boolean waited, long position) {
        stored = !program.listens().all().isEmpty();
        storedAt = position;
        returned = waited && stored;
    }

    /** The instance has come to a step, or to none. */
    public void came(TransitionResult step, TimeSource time) {
        if (step == seen) {
            return;
        }
        seen = step;
        endLeaving();
        boolean idle = step != null && TransitionResultQueries.rests(step) && ListenerKeys.areKnown(program, step);
        idleSinceMillis = idle ? time.millis() : NOT_IDLE;
        if (returned && step != null && !isPartWay()) {
            // Only the step at which it waited: a later one was never subscribed.
            subscribed = idle ? keys(step) : Set.of();
            returned = false;
        }
    }

    private Set<String> keys(TransitionResult step) {
        return ListenerKeys.of(program, state, step);
    }

    /** From when on the instance has only listened, in milliseconds since the epoch; {@link Long#MAX_VALUE} if it does something else. From any thread. */
    public long idleSinceMillis() {
        return idleSinceMillis;
    }

    /** True if a publisher may find the instance in the store. From any thread. */
    public boolean isStored() {
        return stored;
    }

    /**
     * The instance is to leave the memory, if it only listens.
     *
     * @param left completes when it has left, or stays
     * @return false if it stays
     */
    public boolean beginLeaving(Promise<Void> left) {
        if (idleSinceMillis == NOT_IDLE || leaving != null) {
            left.complete(null);
            return false;
        }
        leaving = left;
        return true;
    }

    /** True while the instance is about to leave the memory at a step. */
    public boolean isLeaving(TransitionResult step) {
        return leaving != null && step == seen;
    }

    /** The instance stays in memory, or has left it. */
    public void endLeaving() {
        Promise<Void> left = leaving;
        leaving = null;
        if (left != null) {
            left.complete(null);
        }
    }

    /**
     * True if publishers find the instance in the store while it is not in memory. Otherwise a subscription is being written.
     *
     * @param position number of entries of its journal
     * @param whenWritten run in the turns of the instance when the subscription is durable
     */
    public boolean isFindable(TransitionResult step, long position, Runnable whenWritten) {
        Set<String> keys = keys(step);
        if (subscribing == null && subscribed.containsAll(keys)) {
            return true;
        }
        if (subscribing == null) {
            boolean replaces = stored;
            subscribing = keys;
            storedAt = position;
            stored = true;
            removal = null;
            gateway.subscribe(instanceId, position, keys).listen((nothing, failure) -> turns.accept(() -> {
                if (subscribing == keys && failure == null) {
                    if (replaces) {
                        gateway.unsubscribe(instanceId, position, Set.of());
                    }
                    subscribed = keys;
                    subscribing = null;
                    whenWritten.run();
                }
            }));
        }
        return false;
    }

    /** The last step and all before it are durable: a subscription ends if the instance does not listen for any of its events. */
    public void durable(long position) {
        // The events of a suspended instance are kept for it, and until it has left the memory this subscription finds it.
        if (!stored || removal != null || position <= storedAt || isPartWay() || seen instanceof TransitionResult.Halted) {
            return;
        }
        Set<String> keys = seen == null ? Set.of() : keys(seen);
        if (Collections.disjoint(keys, subscribed) && (subscribing == null || Collections.disjoint(keys, subscribing))) {
            subscribed = Set.of();
            subscribing = null;
            returned = false;
            Promise<Void> begun = gateway.unsubscribe(instanceId, position, Set.of());
            removal = begun;
            begun.listen((nothing, failure) -> turns.accept(() -> {
                // It fails only if the application stops.
                if (failure == null && removal == begun) {
                    removal = null;
                    stored = false;
                }
            }));
        }
    }

    /**
     * A publisher has found the instance by a subscription, and it did not want the event: ends subscriptions that a crash has left.
     *
     * @param foundAt position of the subscription
     * @param position number of entries of its journal, which are durable
     */
    public void refused(long foundAt, long position) {
        if (foundAt < position && seen != null && !isPartWay()) {
            gateway.unsubscribe(instanceId, position, keys(seen));
        }
    }

    private boolean isPartWay() {
        return seen != null && TransitionResultQueries.isPartWay(seen);
    }
}
