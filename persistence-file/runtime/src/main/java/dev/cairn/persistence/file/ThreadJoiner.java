package dev.cairn.persistence.file;

/** Joins a thread that must end. */
final class ThreadJoiner {

    private ThreadJoiner() {}

    /** Returns when the thread has ended; an interrupt is kept for later. */
    static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
