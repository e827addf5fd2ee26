package dev.cairn.integrations.messaging.outgoing;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.eclipse.microprofile.reactive.messaging.Message;

import dev.cairn.spi.ExceptionMessageFormatter;
import io.smallrye.mutiny.helpers.Subscriptions;

/**
 * The messages of one channel that the broker has not acknowledged: those that wait for the connector, in order of arrival, and those
 * that the connector has. Their number and size are bounded. A send that is given up leaves the queue, unless the connector has its
 * message already. Thread-safe, without locks.
 */
final class OutgoingQueue implements Flow.Publisher<Message<?>>, Flow.Subscription {

    private final OutgoingLimits limits;
    private final Consumer<Throwable> rejections;
    private final Runnable freed;
    private final ConcurrentNavigableMap<Long, PendingSend> waiting = new ConcurrentSkipListMap<>();
    private final Set<PendingSend> unacknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicLong arrivals = new AtomicLong();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicReference<Flow.Subscriber<? super Message<?>>> connector = new AtomicReference<>();
    /** Begins at 1: nothing is delivered before the connector has its subscription. */
    private final AtomicInteger deliveryRounds = new AtomicInteger(1);
    private volatile boolean ended;

    /**
     * @param rejections receives what the connector throws when it is given a message; must not throw
     * @param freed called when there is more room, maybe within a call of this queue; must not throw
     */
    OutgoingQueue(OutgoingLimits limits, Consumer<Throwable> rejections, Runnable freed) {
        this.limits = limits;
        this.rejections = rejections;
        this.freed = freed;
    }

    /** Reserves room for a message; false if there is none. */
    boolean reserve(long sizeBytes) {
        boolean hasRoom = messages.incrementAndGet() <= limits.maxMessages() & bytes.getAndAdd(sizeBytes) < limits.maxBytes();
        if (!hasRoom) {
            free(sizeBytes);
        }
        return hasRoom;
    }

    /** Hands over a message for which room is reserved. */
    void add(PendingSend send) {
        unacknowledged.add(send);
        long arrival = arrivals.getAndIncrement();
        waiting.put(arrival, send);
        send.onTermination(() -> {
            if (waiting.remove(arrival, send)) {
                release(send);
            }
        });
        if (ended) {
            end(send);
        } else {
            deliver();
        }
    }

    /** The broker has answered, or never will. Does nothing if it was called for the message before. */
    private void release(PendingSend send) {
        if (unacknowledged.remove(send)) {
            free(send.sizeBytes());
        }
    }

    private void free(long sizeBytes) {
        messages.decrementAndGet();
        bytes.addAndGet(-sizeBytes);
        freed.run();
    }

    /** Number of messages that are not acknowledged. */
    int messages() {
        return messages.get();
    }

    /** Size of these messages. */
    long bytes() {
        return bytes.get();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Message<?>> subscriber) {
        if (!connector.compareAndSet(null, subscriber)) {
            Subscriptions.fail(subscriber, new IllegalStateException("The channel has a connector"));
            return;
        }
        subscriber.onSubscribe(this);
        deliverRounds();
    }

    @Override
    public void request(long more) {
        if (more <= 0) {
            cancel();
            connector.get().onError(Subscriptions.getInvalidRequestException());
            return;
        }
        addRequested(more);
        deliver();
    }

    /** The connector ends the channel. */
    @Override
    public void cancel() {
        ended = true;
        unacknowledged.forEach(this::end);
        waiting.clear();
    }

    private void end(PendingSend send) {
        release(send);
        send.fail("the connector has ended the channel");
    }

    /** One round at a time: the connector may request more before it returns, which must not grow the stack. */
    private void deliver() {
        if (deliveryRounds.getAndIncrement() == 0) {
            deliverRounds();
        }
    }

    private void deliverRounds() {
        int rounds = 1;
        do {
            while (!ended && requested.get() > 0) {
                Map.Entry<Long, PendingSend> next = waiting.pollFirstEntry();
                if (next == null) {
                    break;
                }
                requested.updateAndGet(before -> before == Long.MAX_VALUE ? before : before - 1);
                handOver(next.getValue());
            }
            rounds = deliveryRounds.addAndGet(-rounds);
        } while (rounds > 0);
    }

    /** A connector that throws must not stop the delivery: no later round would begin. */
    private void handOver(PendingSend send) {
        try {
            connector.get().onNext(send.message(this::release));
        } catch (RuntimeException | Error failure) {
            // It has not taken the message, and requests none in its place.
            addRequested(1);
            release(send);
            rejections.accept(failure);
            send.fail("the connector failed: " + ExceptionMessageFormatter.of(failure));
        }
    }

    private void addRequested(long more) {
        requested.accumulateAndGet(more, (before, added) -> before + added < 0 ? Long.MAX_VALUE : before + added);
    }
}
