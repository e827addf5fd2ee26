package dev.cairn.integrations.messaging.incoming;

/** Runs actions later. */
@FunctionalInterface
interface RetryTimer {

    /** Runs an action after a time, on a thread that it must not block. */
    void after(long millis, Runnable action);
}
