package dev.cairn.management.endpoint;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.engine.Engine;
import dev.cairn.engine.LiveChangeSource;
import dev.cairn.management.live.ChangeHub;
import dev.cairn.management.live.LocalChangeSender;
import io.quarkus.runtime.StartupEvent;

/** Produces the hub of live changes, and sends the changes of this node to other nodes that show them. */
@Singleton
public final class LiveChangeBeanProducer {

    @Produces
    @Singleton
    LiveChangeSource changes(Engine engine) {
        return new LiveChangeSource(engine);
    }

    @Produces
    @Singleton
    ChangeHub hub(LiveChangeSource changes, ManagementRuntimeConfig config) {
        return new ChangeHub(changes, config.maxViewers());
    }

    /** From the start of the application: other nodes may ask for the changes of this one. */
    void start(@Observes StartupEvent event, LiveChangeSource changes) {
        changes.notices().ifPresent(notices -> new LocalChangeSender(changes, notices).begin());
    }

    void stop(@Disposes ChangeHub hub) {
        hub.stop();
    }
}
