package dev.cairn.engine;

import java.util.Optional;

import dev.cairn.engine.event.NodeMessenger;
import dev.cairn.engine.observer.LiveChangeListener;
import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * The source of the changes of one node's instances, for the pages that show them. Also has the parts through which these
 * pages get the changes of other nodes. Thread-safe.
 */
public final class LiveChangeSource {

    private final Engine engine;

    /** The changes of the instances that an engine runs. */
    public LiveChangeSource(Engine engine) {
        this.engine = engine;
    }

    /** Tells a listener of all changes from now on. While there is none, nothing is built. */
    public Cancellable watch(LiveChangeListener listener) {
        return engine.events().lifecycle().changeListeners().add(listener);
    }

    /** Different for each life of each node: letters, digits and nothing else. */
    public String life() {
        return engine.context().options().cluster().node().life();
    }

    /** The notices between the nodes; empty if this node has its store for itself. */
    public Optional<NodeMessenger> notices() {
        return engine.events().notices();
    }

    /** Timers of the engine. */
    public TimerService timers() {
        return engine.context().timers();
    }

    /** Clock of the engine. */
    public TimeSource time() {
        return engine.context().time();
    }

    /** Runs something that takes long, or must not run on the calling thread. */
    public void worker(Runnable action) {
        engine.context().threads().worker(action);
    }

    /** True once the engine stops: it will tell of nothing more. */
    public boolean stopping() {
        return engine.stopping();
    }
}
