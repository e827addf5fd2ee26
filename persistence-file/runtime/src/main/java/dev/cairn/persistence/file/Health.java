package dev.cairn.persistence.file;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.jboss.logging.Logger;

import dev.cairn.spi.StoreException;

/** Whether the store can go on. After the first failure to write it cannot, and everything that is asked of it fails. */
final class Health {

    private static final Logger LOG = Logger.getLogger(FileStore.class);

    private final String location;
    private final List<Consumer<StoreException>> listeners = new CopyOnWriteArrayList<>();
    private StoreException failure;

    Health(String location) {
        this.location = location;
    }

    synchronized boolean good() {
        return failure == null;
    }

    /**
     * @throws StoreException the failure, if the store has failed
     */
    synchronized void check() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Told once, when the store fails. */
    void onFailure(Consumer<StoreException> listener) {
        listeners.add(listener);
    }

    /** Nothing can be written any more; gives the failure to answer with. */
    StoreException fail(Throwable cause) {
        synchronized (this) {
            if (failure != null) {
                return failure;
            }
            failure = Failures.broken(location, cause);
        }
        LOG.error(failure.getMessage(), cause);
        listeners.forEach(listener -> listener.accept(failure));
        return failure;
    }
}
