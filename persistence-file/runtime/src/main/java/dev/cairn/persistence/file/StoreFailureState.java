package dev.cairn.persistence.file;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.jboss.logging.Logger;

import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.spi.StoreException;

/** Tells whether the store has failed, and why. After the first failed write it is failed, and every operation fails. */
final class StoreFailureState {

    private static final Logger LOG = Logger.getLogger(FileStoreLogCategory.CATEGORY);

    private final String location;
    private final List<Consumer<StoreException>> listeners = new CopyOnWriteArrayList<>();
    /** Made in time: the memory may not suffice later. */
    private final StoreException lastResort;
    private StoreException failure;
    private boolean ofApplication;

    StoreFailureState(String location) {
        this.location = location;
        this.lastResort = FileStoreExceptionFactory.stopped(location, "unknown", "the memory did not suffice");
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

    /**
     * Nothing can be written any more; gives the failure to answer with. Never throws, also if the memory does not suffice to say it.
     */
    StoreException fail(Throwable cause) {
        synchronized (this) {
            if (failure != null) {
                return failure;
            }
            ofApplication = FileStoreExceptionFactory.isOfApplication(cause);
            failure = describe(cause);
        }
        attempt(() -> LOG.error(failure.getMessage(), cause));
        for (Consumer<StoreException> listener : listeners) {
            attempt(() -> listener.accept(failure));
        }
        return failure;
    }

    private StoreException describe(Throwable cause) {
        try {
            return ofApplication ? FileStoreExceptionFactory.stopped(location, Thread.currentThread().getName(), cause)
                    : FileStoreExceptionFactory.broken(location, cause);
        } catch (RuntimeException | Error noMemory) {
            return lastResort;
        }
    }

    private static void attempt(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | Error noMemory) {
            // The others are told all the same.
        }
    }

    /** True if the store has failed, and not for its disk. */
    synchronized boolean isFatal() {
        return failure != null && ofApplication;
    }
}
