package dev.cairn.engine.port;

/**
 * An instance left memory, or is about to, before a command was executed: the command has to be repeated, on the node that then
 * runs it. A call that fails with it while the application stops has no outcome: the next life makes it again.
 */
public final class InstanceUnloadedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InstanceUnloadedException() {
        super("The instance is no longer in memory", null, false, false);
    }
}
