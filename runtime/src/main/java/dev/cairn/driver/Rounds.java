package dev.cairn.driver;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Does something as often as it is asked for, but never twice at once and never inside itself: what is answered at once must not grow
 * the stack. Those who ask while it is done share the next round. Safe for any thread.
 */
final class Rounds {

    private final Runnable round;
    private final AtomicInteger asked = new AtomicInteger();

    /** Something that must not throw. */
    Rounds(Runnable round) {
        this.round = round;
    }

    /** Sees to it that a round begins after this was called. */
    void ask() {
        if (asked.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            round.run();
            seen = asked.addAndGet(-seen);
        } while (seen > 0);
    }
}
