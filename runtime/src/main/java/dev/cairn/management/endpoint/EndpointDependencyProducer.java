package dev.cairn.management.endpoint;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.engine.Engine;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.engine.rate.InstanceRates;
import dev.cairn.engine.recent.RecentEventLog;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimeSource;

/** Makes what endpoints share: the bounds of the inspector are those of the API as a whole. */
@Singleton
public final class EndpointDependencyProducer {

    @Produces
    @Singleton
    InstanceInspector inspector(Engine engine, InstanceStore store) {
        return new InstanceInspector(engine, store);
    }

    /** Observes the engine, since it is a bean. */
    @Produces
    @Singleton
    InstanceRates rates(TimeSource time) {
        return new InstanceRates(time);
    }

    /** As {@link #rates}. */
    @Produces
    @Singleton
    RecentEventLog events(TimeSource time) {
        return new RecentEventLog(time);
    }
}
