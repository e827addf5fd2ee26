package dev.cairn.driver;

/** One thread that never waits. What is run on the same event loop happens one after another. */
public interface EventLoop {

    /** Runs an action on this event loop: at once if the calling thread is the loop's, else as soon as the loop gets to it. */
    void run(Runnable action);
}
