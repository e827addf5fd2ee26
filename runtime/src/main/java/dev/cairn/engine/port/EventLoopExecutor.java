package dev.cairn.engine.port;

/** One thread that never waits. Tasks of the same event loop run one after another. */
public interface EventLoopExecutor {

    /** Runs an action on this event loop: at once if the calling thread is the loop's, else as soon as the loop gets to it. */
    void run(Runnable action);
}
