package dev.cairn.engine.listen;

import java.util.Collection;

import dev.cairn.engine.concurrent.Promise;

/** Lets publishers find instances in the store that only listen. Thread-safe; keeps the order of the calls for an instance. */
public interface PassiveListenerGateway {

    /** No instance leaves the memory while it listens. */
    PassiveListenerGateway NONE = new PassiveListenerGateway() {
        @Override
        public Promise<Void> subscribe(String instanceId, long position, Collection<String> keys) {
            return new Promise<>();
        }

        @Override
        public Promise<Void> unsubscribe(String instanceId, long position, Collection<String> keptKeys) {
            return Promise.completed(null);
        }
    };

    /**
     * Lets events with some keys find an instance from now on.
     *
     * @param position number of entries of its journal
     * @param keys keys of the events, at least one
     * @return completes when that is durable; fails if the application stops before
     */
    Promise<Void> subscribe(String instanceId, long position, Collection<String> keys);

    /**
     * Ends the subscriptions of an instance from before a position that have none of some keys.
     *
     * @param position number of entries of its journal, which are durable
     * @param keptKeys keys that the instance still listens for
     * @return completes when no publisher finds them any more; fails if the application stops before
     */
    Promise<Void> unsubscribe(String instanceId, long position, Collection<String> keptKeys);
}
