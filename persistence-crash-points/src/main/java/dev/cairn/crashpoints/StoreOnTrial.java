package dev.cairn.crashpoints;

import dev.cairn.spi.InstanceStore;

/** How to come by the store under test. */
public interface StoreOnTrial {

    /** Opens it without any data. Every store that was opened before has been closed or given to {@link #restart}. */
    InstanceStore openEmpty();

    /**
     * Opens it again over the same data, as after the death of the application that had it open.
     *
     * @param dead what that application had; every call it was given has been answered. Whatever it holds on to (a lock, a
     *        connection) is to be freed here: {@link InstanceStore#close()} does, unless there is something more cruel
     */
    InstanceStore restart(InstanceStore dead);
}
