package dev.cairn.driver;

/**
 * An instance left the memory, or is about to, before what was asked for was done: that has to be asked for again, wherever the
 * instance is by then. A call that fails with it while the application stops has no outcome: the next life makes it again.
 */
public final class MovedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MovedException() {
        super("The instance is no longer in memory", null, false, false);
    }
}
