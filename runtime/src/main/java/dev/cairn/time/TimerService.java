package dev.cairn.time;

/** Runs actions after a delay. */
public interface TimerService {

    /**
     * Runs something once.
     *
     * @param delayMillis from now; 0 or less means as soon as possible, still not before this method has returned
     * @param action must not block; called on any thread
     * @return cancels it; has no effect once the action has begun
     */
    Runnable after(long delayMillis, Runnable action);
}
