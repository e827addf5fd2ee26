package dev.cairn.management;

import dev.cairn.management.live.ChangeHub;
import io.quarkus.arc.Arc;
import io.quarkus.runtime.shutdown.ShutdownListener;

/** Ends streams when the application begins to stop: a graceful shutdown would wait for them. */
public final class LiveStreamShutdown implements ShutdownListener {

    @Override
    public void shutdown(ShutdownNotification notification) {
        try {
            Arc.container().instance(ChangeHub.class).get().stop();
        } finally {
            notification.done();
        }
    }
}
