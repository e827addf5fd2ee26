package dev.cairn.crashpoints;

import dev.cairn.spi.InstanceStore;

/** Opens the store under test, empty or after a crash. */
public interface TrialStoreFactory {

    /** Opens it without any data. Every store that was opened before has been closed or given to {@link #restart}. */
    InstanceStore openEmpty();

    /**
     * Opens it again over the same data, as after the death of the application that had it open.
     *
     * @param dead the store of that application; every call to it has been answered. Its resources (a lock, a connection) are
     *        to be freed here, by {@link InstanceStore#close()} unless the store has a harsher way
     */
    InstanceStore restart(InstanceStore dead);
}
