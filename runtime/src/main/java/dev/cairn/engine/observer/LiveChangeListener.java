package dev.cairn.engine.observer;

/**
 * Receives the changes of the instances of this node, once they are durable. Called on event loops and threads of the store, by
 * several at once: it must not block. Exceptions that it throws are logged.
 */
public interface LiveChangeListener {

    /** An instance has changed, or one of its tasks. Changes of one instance come in their order. */
    void changed(LiveChange change);

    /**
     * True if it is to be told of the tasks of a workflow too. Asked before each message that an instance deals with, so it only looks
     * something up.
     *
     * @param workflow qualified name
     */
    boolean wantsTasks(String workflow);
}
