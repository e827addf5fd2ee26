package dev.cairn.jq.regex;

import java.util.function.Supplier;

/** Runs deeply recursive work on a sufficient stack, independent of the caller's remaining stack. */
final class DeepStackRunner {

    /** Only what is used of it takes memory. */
    private static final long STACK_BYTES = 128L << 20;

    private DeepStackRunner() {}

    /** The result of a task that may throw what is unchecked; the caller waits for it. */
    static <T> T call(Supplier<T> task) {
        Run<T> run = new Run<>(task);
        Thread thread = new Thread(null, run, "cairn-regex", STACK_BYTES, false);
        thread.setDaemon(true);
        thread.start();
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        return run.result();
    }

    private static final class Run<T> implements Runnable {
        private final Supplier<T> task;
        private T result;
        private RuntimeException failure;
        private Error error;

        private Run(Supplier<T> task) {
            this.task = task;
        }

        @Override
        public void run() {
            try {
                result = task.get();
            } catch (RuntimeException e) {
                failure = e;
            } catch (Error e) {
                error = e;
            }
        }

        private T result() {
            if (failure != null) {
                throw failure;
            }
            if (error != null) {
                throw error;
            }
            return result;
        }
    }
}
