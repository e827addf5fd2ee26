package dev.cairn.integrations.messaging.incoming;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

import dev.cairn.api.CairnException;
import dev.cairn.api.EventBus;
import dev.cairn.integrations.messaging.config.DeliveryOrder;
import dev.cairn.integrations.messaging.mapping.BrokerRecord;
import dev.cairn.integrations.messaging.mapping.BrokerRecordReader;
import dev.cairn.integrations.messaging.mapping.EventMapper.MappedEvent;
import dev.cairn.integrations.messaging.mapping.MessageMapper;
import dev.cairn.integrations.messaging.mapping.UnreadableMessageException;
import dev.cairn.integrations.messaging.status.ChannelObserver;
import dev.cairn.integrations.messaging.status.ChannelState;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.RequestFailureClassifier;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/**
 * Publishes the messages of one channel as events, and acknowledges each of them when its event is durable. It asks for one message at a
 * time, as long as those in flight stay within the limits, so nothing is buffered beside them. Thread-safe.
 */
final class ChannelReceiver implements Flow.Subscriber<Message<?>> {

    private static final Logger LOG = Logger.getLogger("dev.cairn.messaging");

    private final ReceiverLimits limits;
    private final BrokerRecordReader reader;
    private final MessageMapper mapper;
    private final EventBus events;
    private final RetryTimer timer;
    private final ChannelObserver observer;
    private final ChannelState state;

    private final OrderedMessages ordered = new OrderedMessages();
    private final AtomicInteger messagesInFlight = new AtomicInteger();
    private final AtomicLong bytesInFlight = new AtomicLong();
    private final AtomicInteger retriedMessages = new AtomicInteger();
    private final AtomicBoolean requested = new AtomicBoolean();
    private final AtomicInteger requestRounds = new AtomicInteger();
    private final Queue<ReceivedMessage> nextMessages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger publishRounds = new AtomicInteger();
    private volatile Flow.Subscription subscription;
    private volatile boolean stopped;

    ChannelReceiver(ReceiverLimits limits, BrokerRecordReader reader, MessageMapper mapper, EventBus events, RetryTimer timer,
            ChannelObserver observer, ChannelState state) {
        this.limits = limits;
        this.reader = reader;
        this.mapper = mapper;
        this.events = events;
        this.timer = timer;
        this.observer = observer;
        this.state = state;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        requestNext();
    }

    @Override
    public void onNext(Message<?> message) {
        requested.set(false);
        observer.received(state.channel());
        state.inFlight(messagesInFlight.incrementAndGet());
        BrokerRecord record = null;
        ReceivedMessage received;
        try {
            record = reader.read(message);
            received = event(message, record);
        } catch (RuntimeException unreadable) {
            received = new ReceivedMessage(message, record == null ? 0 : record.sizeBytes(), null, null);
            bytesInFlight.addAndGet(received.sizeBytes);
            refuse(received, unreadable);
            requestNext();
            return;
        }
        bytesInFlight.addAndGet(received.sizeBytes);
        if (ordered.isNext(received)) {
            publish(received);
        }
        requestNext();
    }

    private ReceivedMessage event(Message<?> message, BrokerRecord record) {
        if (record.contentBytes() > limits.maxMessageBytes()) {
            throw new UnreadableMessageException("its payload, key and headers have " + record.contentBytes() + " bytes, and "
                    + limits.maxMessageBytes() + " are the maximum");
        }
        MappedEvent mapped = mapper.event(record);
        Object orderKey = switch (limits.order()) {
            case NONE -> null;
            case KEY -> mapped.key();
            case CHANNEL -> DeliveryOrder.CHANNEL;
        };
        return new ReceivedMessage(message, record.sizeBytes(), mapped.event(), orderKey);
    }

    private void publish(ReceivedMessage received) {
        Uni.createFrom().deferred(() -> events.publish(received.event)).subscribe().with(published -> acknowledge(received),
                failure -> failed(received, failure));
    }

    private void acknowledge(ReceivedMessage received) {
        endRetries(received);
        settlement(received.message::ack).whenComplete((nothing, failure) -> {
            if (failure != null) {
                LOG.warnf("CAIRN-0903: Cannot acknowledge a message [channel=%s, event=%s %s]: %s. Its event is durable. If the"
                        + " broker delivers the message again, it is recognized by its source and id.",
                        state.channel(), received.event.getSource(), received.event.getId(),
                        ExceptionMessageFormatter.of(failure));
            }
            leave(received);
        });
        publishNext(received);
    }

    /** Fails if the connector throws. */
    private static CompletionStage<Void> settlement(Supplier<CompletionStage<Void>> settling) {
        try {
            return settling.get();
        } catch (RuntimeException thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private void failed(ReceivedMessage received, Throwable failure) {
        if (failure instanceof CairnException refusal && refusal.reason() == CairnException.Reason.STOPPING) {
            // Not acknowledged: the broker delivers it again to the next life, or to another node.
            stopped = true;
        } else if (RequestFailureClassifier.isFinal(failure)) {
            endRetries(received);
            refuse(received, failure);
            publishNext(received);
        } else if (isPermanent(failure)) {
            stopped = true;
            onError(failure);
        } else {
            if (!received.isRetried()) {
                pause(failure);
            }
            timer.after(received.nextRetryMillis(), () -> publish(received));
        }
    }

    /** The store needs another start of the application: until then no event can become durable. */
    private static boolean isPermanent(Throwable failure) {
        return failure instanceof StoreException lost && lost.permanent()
                || failure.getCause() != null && isPermanent(failure.getCause());
    }

    private synchronized void pause(Throwable failure) {
        if (retriedMessages.getAndIncrement() == 0) {
            state.pause(ExceptionMessageFormatter.of(failure));
            observer.paused(state.channel());
            LOG.warnf("CAIRN-0902: Channel paused [channel=%s, inFlight=%d]: %s. The messages in flight are tried again, and no"
                    + " others are requested meanwhile.", state.channel(), messagesInFlight.get(),
                    ExceptionMessageFormatter.of(failure));
        }
    }

    private void endRetries(ReceivedMessage received) {
        if (!received.isRetried()) {
            return;
        }
        received.endRetries();
        synchronized (this) {
            if (retriedMessages.decrementAndGet() == 0) {
                state.pause(null);
                LOG.infof("Channel resumed [channel=%s]", state.channel());
            }
        }
        requestNext();
    }

    private void refuse(ReceivedMessage received, Throwable failure) {
        observer.refused(state.channel());
        String reason = "CAIRN-0901: Message refused [channel=" + state.channel() + "]: "
                + ExceptionMessageFormatter.of(failure)
                + ". The failure strategy of the channel decides about it.";
        LOG.warn(reason);
        settleRefusal(received, new UnreadableMessageException(reason));
    }

    private void settleRefusal(ReceivedMessage received, UnreadableMessageException reason) {
        settlement(() -> received.message.nack(reason)).whenComplete((nothing, failure) -> {
            if (failure == null) {
                endRetries(received);
                leave(received);
            } else if (isCausedBy(failure, reason)) {
                // The failure strategy is to end the channel.
                stopped = true;
                onError(reason);
            } else {
                retryRefusal(received, reason, failure);
            }
        });
    }

    private static boolean isCausedBy(Throwable failure, UnreadableMessageException reason) {
        return failure == reason || failure instanceof CompletionException && failure.getCause() == reason;
    }

    private void retryRefusal(ReceivedMessage received, UnreadableMessageException reason, Throwable failure) {
        if (!received.isRetried()) {
            LOG.errorf("CAIRN-0904: The failure strategy failed for a refused message [channel=%s]: %s. The message stays in"
                    + " flight, and its refusal is tried again.", state.channel(), ExceptionMessageFormatter.of(failure));
            pause(failure);
        }
        timer.after(received.nextRetryMillis(), () -> settleRefusal(received, reason));
    }

    /** One at a time: publishing may complete before it returns, which must not grow the stack by each message that waits. */
    private void publishNext(ReceivedMessage settled) {
        ReceivedMessage next = ordered.after(settled);
        if (next == null) {
            return;
        }
        nextMessages.add(next);
        if (publishRounds.getAndIncrement() > 0) {
            return;
        }
        do {
            publish(nextMessages.poll());
        } while (publishRounds.decrementAndGet() > 0);
    }

    private void leave(ReceivedMessage received) {
        bytesInFlight.addAndGet(-received.sizeBytes);
        state.inFlight(messagesInFlight.decrementAndGet());
        requestNext();
    }

    /** One round at a time: a request may be answered before it returns, which must not grow the stack. */
    private void requestNext() {
        if (requestRounds.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            Flow.Subscription source = subscription;
            if (source != null && mayReceive() && requested.compareAndSet(false, true)) {
                source.request(1);
            }
            seen = requestRounds.addAndGet(-seen);
        } while (seen > 0);
    }

    private boolean mayReceive() {
        return !stopped && retriedMessages.get() == 0 && messagesInFlight.get() < limits.maxMessages()
                && bytesInFlight.get() < limits.maxBytes();
    }

    @Override
    public void onError(Throwable failure) {
        state.end(ExceptionMessageFormatter.of(failure));
        LOG.errorf("CAIRN-0905: Channel ended [channel=%s]: %s. It receives nothing until the application starts again.",
                state.channel(), ExceptionMessageFormatter.of(failure));
    }

    @Override
    public void onComplete() {
        state.end("the connector has completed it");
    }
}
