package dev.cairn.engine.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Messages to a consumer that one thread at a time runs. The sender of the first message to an idle mailbox has to schedule its
 * consumer; all others only leave their messages. Lock-free.
 *
 * @param <M> the messages
 */
public final class SerialMailbox<M> {

    private final AtomicReference<Letter<M>> incoming = new AtomicReference<>();
    private final AtomicInteger work = new AtomicInteger();
    private Letter<M> sorted;

    /**
     * Leaves a message.
     *
     * @return true if the sender must see to it that {@link #take} is called until {@link #done} says so
     */
    public boolean send(M message) {
        leave(message);
        return count();
    }

    /** The first half of {@link #send}: the message can be taken. */
    public void leave(M message) {
        Letter<M> letter = new Letter<>(message);
        do {
            letter.next = incoming.get();
        } while (!incoming.compareAndSet(letter.next, letter));
    }

    /** Counts a message, the second half of sending it. If the message is taken first, the count is too small for a moment. */
    public boolean count() {
        return work.getAndIncrement() == 0;
    }

    /** The next message, in the order they were sent, or null if none has arrived. Only for the thread that works. */
    public M take() {
        if (sorted == null) {
            Letter<M> reversed = incoming.getAndSet(null);
            while (reversed != null) {
                Letter<M> next = reversed.next;
                reversed.next = sorted;
                sorted = reversed;
                reversed = next;
            }
        }
        if (sorted == null) {
            return null;
        }
        M message = sorted.message;
        sorted = sorted.next;
        return message;
    }

    /**
     * Says that a number of messages were dealt with.
     *
     * @return true if there is no more to do. A sender who has left a letter but not counted it yet may be among those dealt with, so
     *         the count can be below 0 for a moment
     */
    public boolean done(int messages) {
        return work.addAndGet(-messages) <= 0;
    }

    private static final class Letter<M> {
        private final M message;
        private Letter<M> next;

        Letter(M message) {
            this.message = message;
        }
    }
}
