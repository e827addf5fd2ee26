package dev.cairn.engine.event;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.jboss.logging.Logger;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.event.passive.PassiveEventRouter;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Receives the events that other nodes publish, and offers them to the instances of this node. A message is removed when all
 * instances that take its events have them durably, for which the publisher waits.
 *
 * <p>
 * It looks with each heartbeat, and sooner after something has come: where there is one event there are more.
 */
final class RemoteEventReceiver {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final int PAGE = 64;
    private static final long SOON_MILLIS = 25;
    private static final long RETRY_MILLIS = 500;

    private final NodeContext context;
    private final LocalEventRouter local;
    private final PassiveEventRouter passive;
    private final EventBroadcaster broadcasts;
    private final NodeMessages nodes;
    private final NodeMessenger notices;
    private final EventAnswerMailbox answers;
    private final Set<String> activeMessages = ConcurrentHashMap.newKeySet();
    /** The messages among them that cannot be read and stay in the store. */
    private final Set<String> unreadableMessages = ConcurrentHashMap.newKeySet();
    /** Messages that were dealt with and removed; a look that began before that may still bring them. */
    private final Queue<String> removed = new ConcurrentLinkedQueue<>();
    private long pauseMillis;
    /** The last time since which all was read that had been left before it. */
    private Since current = new Since(1, 0);

    RemoteEventReceiver(NodeContext context, LocalEventRouter local, PassiveEventRouter passive, EventBroadcaster broadcasts,
            NodeMessages nodes, NodeMessenger notices) {
        this.passive = passive;
        this.context = context;
        this.local = local;
        this.broadcasts = broadcasts;
        this.nodes = nodes;
        this.notices = notices;
        this.answers = new EventAnswerMailbox(context, nodes);
    }

    /**
     * Begins to poll, until the engine has stopped: the publisher waits for the listeners of this node, also while it stops.
     */
    void begin() {
        pauseMillis = context.options().cluster().heartbeatMillis();
        look();
    }

    private void look() {
        if (context.stopped()) {
            return;
        }
        if (!context.lease().held()) {
            lookLater(false);
            return;
        }
        Since since = new Since(context.lease().current(), local.handOvers());
        List<String> before = new ArrayList<>();
        for (String next = removed.poll(); next != null; next = removed.poll()) {
            before.add(next);
        }
        // Messages that are under way or unreadable come first each time and must not hide the rest.
        int limit = PAGE + activeMessages.size();
        Uni.createFrom().deferred(() -> nodes.told(context.nodeId(), limit)).subscribe()
                .with(messages -> {
                    read(messages, messages.size() < limit, since);
                    before.forEach(activeMessages::remove);
                }, failure -> {
                    removed.addAll(before);
                    context.health().failed(Work.EVENTS, "CAIRN-0454: Cannot read events that other nodes publish", failure);
                    lookLater(false);
                });
    }

    private void lookLater(boolean soon) {
        pauseMillis = soon ? SOON_MILLIS : Math.min(2 * pauseMillis, context.options().cluster().heartbeatMillis());
        context.timers().after(pauseMillis, this::look);
    }

    private void read(List<NodeMessage> messages, boolean all, Since since) {
        context.health().good(Work.EVENTS);
        boolean old = !since.equals(current);
        if (all) {
            current = since;
            forgetIllegible(messages);
        }
        List<NodeMessage> fresh = messages.stream().filter(message -> activeMessages.add(message.id())).toList();
        // Before anything that may go wrong: this node has to go on hearing.
        lookLater(!fresh.isEmpty());
        if (!fresh.isEmpty()) {
            context.threads().worker(() -> take(fresh, old, since));
        }
    }

    /** The publisher of an unreadable message removes it eventually. */
    private void forgetIllegible(List<NodeMessage> messages) {
        if (!unreadableMessages.isEmpty()) {
            Set<String> gone = new HashSet<>(unreadableMessages);
            messages.forEach(message -> gone.remove(message.id()));
            unreadableMessages.removeAll(gone);
            activeMessages.removeAll(gone);
        }
    }

    private void take(List<NodeMessage> messages, boolean old, Since since) {
        List<Heard> all = new ArrayList<>();
        for (NodeMessage message : messages) {
            if (NodeMessenger.isNotice(message)) {
                notices.heard(message);
                done(new Heard(message, List.of()), List.of(), false);
                continue;
            }
            try {
                all.add(new Heard(message,
                        EventMessageCodec.decode(message.body(), message.id(), context.options().journal().seal())));
            } catch (RuntimeException unreadable) {
                unreadableMessages.add(message.id());
                // It stays where it is: who published must not believe that it was taken.
                LOG.errorf(
                        "CAIRN-0455: Cannot read events of another node [message=%s]: %s. Their publisher is told that they"
                                + " were not taken.",
                        message.id(), ExceptionMessageFormatter.of(unreadable));
            }
        }
        if (old) {
            all.forEach(this::publishAgain);
        } else {
            local.whenAllAreHere(() -> all.forEach(heard -> offer(heard, since)));
        }
    }

    private void offer(Heard heard, Since since) {
        settle(heard, event -> searched(heard.message, event, local.deliver(event)), (reached, failure) -> {
            if (!context.lease().covers(since.term) || local.handOvers() != since.handOvers) {
                publishAgain(heard);
            } else if (failure == null) {
                done(heard, reached, false);
            } else {
                later(() -> local.whenAllAreHere(() -> offer(heard, since)));
            }
        });
    }

    /** The publisher may not know of all keys that this node knows: it has other programs, or is of an earlier version. */
    private Promise<EventReach> searched(NodeMessage message, JsonPayload event, Promise<EventReach> inMemory) {
        if (EventAnswerMailbox.searches(message.id(), passive.fingerprint())) {
            return inMemory;
        }
        Promise<EventReach> done = new Promise<>();
        inMemory.listen((reach, failure) -> {
            if (failure == null) {
                wake(passive.attempts(event, reach), done);
            } else {
                done.fail(failure);
            }
        });
        return done;
    }

    /** Tried until it succeeds: another offer in memory could give the event to the next task of an instance. */
    private void wake(Supplier<Promise<EventReach>> attempts, Promise<EventReach> done) {
        attempts.get().listen((all, failure) -> {
            if (failure == null) {
                done.complete(all);
            } else {
                later(() -> wake(attempts, done));
            }
        });
    }

    /**
     * While this node had no lease, other nodes may have taken over its instances. Or this node has handed some over. The new
     * owners may have heard of the event before they owned those instances. Only the owners can offer the event to them, and
     * this node does not know the owners.
     */
    private void publishAgain(Heard heard) {
        settle(heard, event -> searched(heard.message, event, broadcasts.publish(event)), (reached, failure) -> {
            if (failure == null) {
                done(heard, reached, true);
            } else {
                later(() -> publishAgain(heard));
            }
        });
    }

    private void settle(Heard heard, Function<JsonPayload, Promise<EventReach>> how,
            BiConsumer<List<EventReach>, Throwable> then) {
        AtomicReferenceArray<EventReach> reached = new AtomicReferenceArray<>(heard.events.size());
        AtomicInteger left = new AtomicInteger(heard.events.size());
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < heard.events.size(); i++) {
            int index = i;
            how.apply(heard.events.get(i)).listen((reach, failed) -> {
                failure.compareAndSet(null, failed);
                reached.set(index, reach == null ? EventReach.NONE : reach);
                if (left.decrementAndGet() == 0) {
                    then.accept(IntStream.range(0, reached.length()).mapToObj(reached::get).toList(), failure.get());
                }
            });
        }
    }

    private void later(Runnable action) {
        if (!context.stopped()) {
            context.timers().after(RETRY_MILLIS, action);
        }
    }

    /** Answers before it removes the message: the publisher reads the answers when the message is gone. */
    private void done(Heard heard, List<EventReach> reached, boolean ofAllNodes) {
        NodeMessage message = heard.message;
        answers.answer(message.id(), reached, ofAllNodes).chain(() -> nodes.heard(List.of(message))).subscribe()
                .with(nothing -> removed.add(message.id()), failure -> {
                    context.health().failed(Work.EVENTS,
                            "CAIRN-0456: Cannot acknowledge events to another node [message=" + message.id() + "]",
                            failure);
                    later(() -> done(heard, reached, ofAllNodes));
                });
    }

    /**
     * A time since which the instances of this node are its own.
     *
     * @param handOvers number of instances that this node had handed over at that time
     */
    private record Since(long term, long handOvers) {}

    private record Heard(NodeMessage message, List<JsonPayload> events) {}
}
