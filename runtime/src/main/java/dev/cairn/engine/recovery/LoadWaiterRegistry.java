package dev.cairn.engine.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

import dev.cairn.api.CairnException;
import dev.cairn.engine.instance.InstanceActorReference;

/** The registry of commands that wait until instances are loaded. Thread-safe. */
public final class LoadWaiterRegistry {

    private final ConcurrentMap<String, List<ArrivalListener>> waiting = new ConcurrentHashMap<>();
    private final Function<String, CairnException> refusals;

    /** @param refusals give the reason why an instance is parked, or null if it is not */
    public LoadWaiterRegistry(Function<String, CairnException> refusals) {
        this.refusals = refusals;
    }

    /** Waits for an instance. */
    public interface ArrivalListener {

        /** The instance is in memory and has not gone on yet. */
        void arrived(InstanceActorReference instance);

        /**
         * The instance was not brought into memory, or is there already.
         *
         * @param standsStill the reason if it is parked, else null
         */
        void missed(CairnException standsStill);
    }

    /** Tells a listener once when an instance has arrived, or has not. */
    public void add(String id, ArrivalListener listener) {
        // Never added to a removed entry: it would not be looked at any more.
        waiting.compute(id, (any, before) -> {
            List<ArrivalListener> listeners = before == null ? new ArrayList<>() : before;
            listeners.add(listener);
            return listeners;
        });
    }

    /** True if a command waits until an instance is in memory. */
    public boolean isAwaited(String id) {
        return waiting.containsKey(id);
    }

    /** An instance is in memory and has not gone on yet. */
    public void arrived(InstanceActorReference instance) {
        List<ArrivalListener> listeners = waiting.remove(instance.id());
        if (listeners != null) {
            listeners.forEach(listener -> listener.arrived(instance));
        }
    }

    /** An instance was not brought into memory, or is there already. */
    public void missed(String id) {
        List<ArrivalListener> listeners = waiting.remove(id);
        if (listeners != null) {
            CairnException standsStill = refusals.apply(id);
            listeners.forEach(listener -> listener.missed(standsStill));
        }
    }
}
