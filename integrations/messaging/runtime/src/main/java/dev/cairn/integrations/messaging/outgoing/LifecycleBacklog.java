package dev.cairn.integrations.messaging.outgoing;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The lifecycle events that wait for their half of a channel's room, in order. Thread-safe, without locks. */
final class LifecycleBacklog {

    /** The engine keeps the same number for a watcher that falls behind. */
    static final int MAX_WAITING_EVENTS = 1_024;

    private final OutgoingQueue queue;
    private final OutgoingLimits limits;
    private final Queue<PendingSend> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingEvents = new AtomicInteger();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicInteger rounds = new AtomicInteger();

    /** @param queue calls {@link #proceed} whenever a message leaves it */
    LifecycleBacklog(OutgoingQueue queue, OutgoingLimits limits) {
        this.queue = queue;
        this.limits = limits;
    }

    /** Sends an event as soon as there is room; false if too many wait already, or too large ones. */
    boolean add(PendingSend send) {
        if (waitingEvents.incrementAndGet() > MAX_WAITING_EVENTS || !fits(send.sizeBytes())) {
            waitingEvents.decrementAndGet();
            return false;
        }
        waiting.add(send);
        proceed();
        return true;
    }

    /** False if others that wait leave no room for it. */
    private boolean fits(long sizeBytes) {
        long bytes = waitingBytes.addAndGet(sizeBytes);
        if (bytes > limits.maxBytes() && bytes > sizeBytes) {
            waitingBytes.addAndGet(-sizeBytes);
            return false;
        }
        return true;
    }

    /** One round at a time: an acknowledgement during a round must neither change the order nor grow the stack. */
    void proceed() {
        if (rounds.getAndIncrement() != 0) {
            return;
        }
        int pendingRounds = 1;
        do {
            while (enterNext()) {
                // The next event follows.
            }
            pendingRounds = rounds.addAndGet(-pendingRounds);
        } while (pendingRounds > 0);
    }

    private boolean enterNext() {
        PendingSend next = waiting.peek();
        if (next == null || !leavesHalf(next.sizeBytes()) || !queue.reserve(next.sizeBytes())) {
            return false;
        }
        waiting.remove();
        waitingEvents.decrementAndGet();
        waitingBytes.addAndGet(-next.sizeBytes());
        queue.add(next);
        return true;
    }

    /** A message of any size may be in flight alone: otherwise the smallest channels would take none. */
    private boolean leavesHalf(long sizeBytes) {
        return queue.messages() == 0
                || queue.messages() < limits.maxMessages() / 2 && queue.bytes() + sizeBytes <= limits.maxBytes() / 2;
    }
}
