package dev.cairn.engine.port;

/** The threads of the engine. The Quarkus glue implements it. */
public interface EngineThreads {

    /** The event loop of the calling thread, or the next of the others if the thread belongs to none. */
    EventLoopExecutor eventLoop();

    /**
     * Runs something that takes long or blocks on a thread that may do so, once: later if there is no room for it now. Throws only when
     * the application has stopped.
     */
    void worker(Runnable action);

    /** True if a worker may wait until another one has run something: they are threads of their own. */
    default boolean workersMayWait() {
        return false;
    }
}
