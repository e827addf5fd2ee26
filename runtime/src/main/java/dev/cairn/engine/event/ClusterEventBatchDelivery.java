package dev.cairn.engine.event;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/**
 * The delivery of a batch of events to all nodes. They are left in the store for each other live node, offered to the
 * instances of this one, and acknowledged when no node still has them to handle.
 *
 * <p>
 * Instances can move between nodes meanwhile. So each node looks for orphans after it has heard the events and before it offers
 * them. The round begins anew if a node died, or if this node lost its lease or handed instances over. The new owners of those
 * instances then hear the events once more.
 *
 * <p>
 * Each stage starts the next, so no field is used by two threads at once, except for the fields that {@link #fail} uses.
 */
final class ClusterEventBatchDelivery {

    private static final byte[] NOT_ENCODED = {};
    private static final long FIRST_LOOK_MILLIS = 25;
    /** In failover times: a dead node is replaced in one, and another may die meanwhile. */
    private static final int PATIENCE = 3;

    private final NodeContext context;
    private final LocalEventRouter local;
    private final NodeMessages nodes;
    private final Supplier<String> messageIds;
    private final EventAnswerMailbox answers;
    private final List<PublishedEvent> events;
    private final Consumer<ClusterEventBatchDelivery> end;
    /** The instances that each event has reached in the rounds before. A round may offer an event to the same instances again. */
    private final AtomicReferenceArray<EventReach> reached;
    /** The same in this round, on this node. */
    private final AtomicReferenceArray<EventReach> reachedHere;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Runnable cancelTimeout = () -> {};
    /** Forgets that this waits for the lease, which this node may never get again. */
    private volatile Runnable cancelLeaseWait = () -> {};
    /** The same for all nodes in a round, another in the next. */
    private String messageId;
    private byte[] body = NOT_ENCODED;
    private long term;
    /** Number of instances that this node had handed over when the round began. */
    private long handOvers;
    private long pauseMillis;
    /** The nodes that were told in this round. */
    private final Set<String> notifiedNodes = new HashSet<>();
    /** The nodes among them that are not known to have heard the events. */
    private volatile Set<String> unheard = Set.of();

    ClusterEventBatchDelivery(NodeContext context, LocalEventRouter local, NodeMessages nodes, Supplier<String> messageIds,
            List<PublishedEvent> events,
            Consumer<ClusterEventBatchDelivery> end) {
        this.context = context;
        this.local = local;
        this.nodes = nodes;
        this.messageIds = messageIds;
        this.answers = new EventAnswerMailbox(context, nodes);
        this.reached = new AtomicReferenceArray<>(events.size());
        this.reachedHere = new AtomicReferenceArray<>(events.size());
        this.events = events;
        this.end = end;
    }

    void begin() {
        long millis = PATIENCE * context.options().cluster().failoverMillis();
        cancelTimeout = context.timers().after(millis,
                () -> fail(new StoreException("not all nodes have taken it in within " + millis
                        + " ms: " + unheard, false, null)));
        round();
    }

    private void round() {
        if (ended.get()) {
            return;
        }
        term = context.lease().current();
        if (!context.lease().covers(term)) {
            cancelLeaseWait = context.lease().whenHeld(this::round);
            if (ended.get()) {
                cancelLeaseWait.run();
            }
            return;
        }
        handOvers = local.handOvers();
        pauseMillis = FIRST_LOOK_MILLIS;
        messageId = messageIds.get();
        body = NOT_ENCODED;
        notifiedNodes.clear();
        ask(nodes.alive(), alive -> tell(alive, this::offerHere));
    }

    private void tell(List<String> alive, Runnable then) {
        List<String> fresh = alive.stream().filter(this::mayTell).filter(notifiedNodes::add).toList();
        unheard = Set.copyOf(notifiedNodes);
        if (fresh.isEmpty()) {
            then.run();
        } else {
            // To encode them may take long.
            context.threads().worker(() -> leave(fresh, then));
        }
    }

    private void leave(List<String> fresh, Runnable then) {
        try {
            if (body == NOT_ENCODED) {
                body = EventMessageCodec.encode(events.stream().map(PublishedEvent::event).toList(), messageId,
                        context.options().journal().seal());
            }
        } catch (RuntimeException broken) {
            fail(broken);
            return;
        }
        ask(nodes.tell(fresh.stream().map(node -> new NodeMessage(node, messageId, body)).toList()), nothing -> then.run());
    }

    private boolean mayTell(String node) {
        return Node.hears(node) && !node.equals(context.nodeId());
    }

    private void offerHere() {
        local.whenAllAreHere(() -> {
            if (context.stopping()) {
                // The instances of dead nodes have not been searched: one of them may listen.
                fail(EventExceptionFactory.stopping());
                return;
            }
            AtomicInteger left = new AtomicInteger(events.size());
            for (int i = 0; i < events.size(); i++) {
                PublishedEvent published = events.get(i);
                int index = i;
                local.deliver(published.event()).listen((reach, failure) -> {
                    reachedHere.set(index, reach);
                    // Without the lease it may only be that others have the instances; then all begins anew.
                    if (failure != null && context.lease().covers(term)) {
                        published.done().fail(failure);
                    }
                    if (left.decrementAndGet() == 0) {
                        look();
                    }
                });
            }
        });
    }

    private void look() {
        if (ended.get()) {
            return;
        }
        if (unheard.isEmpty()) {
            ask(nodes.alive(), this::judge);
        } else {
            ask(nodes.unheard(messageId, List.copyOf(unheard)), still -> {
                unheard = Set.copyOf(still);
                ask(nodes.alive(), this::judge);
            });
        }
    }

    private void judge(List<String> alive) {
        if (!context.lease().covers(term) || handOvers != local.handOvers() || !alive.containsAll(unheard)) {
            takeBack();
            count(this::round);
        } else if (!alive.stream().filter(this::mayTell).allMatch(notifiedNodes::contains)) {
            tell(alive, this::lookLater);
        } else if (unheard.isEmpty()) {
            count(() -> finish(null));
        } else {
            lookLater();
        }
    }

    /** Adds up the instances that the events have reached in this round. */
    private void count(Runnable then) {
        ask(answers.collect(messageId, notifiedNodes, events.size()), elsewhere -> {
            for (int i = 0; i < events.size(); i++) {
                EventReach here = reachedHere.getAndSet(i, null);
                EventReach round = here == null ? elsewhere.get(i) : here.plus(elsewhere.get(i));
                reached.accumulateAndGet(i, round, (before, now) -> before == null ? now : before.or(now));
            }
            then.run();
        });
    }

    private void lookLater() {
        context.timers().after(pauseMillis, this::look);
        pauseMillis = Math.min(2 * pauseMillis, context.options().cluster().heartbeatMillis());
    }

    /**
     * Removes messages that a dead node will not hear, or that no caller waits for any more. If that fails, the store drops
     * them later.
     */
    private void takeBack() {
        if (!unheard.isEmpty()) {
            List<NodeMessage> messages = unheard.stream().map(node -> new NodeMessage(node, messageId, body)).toList();
            Uni.createFrom().deferred(() -> nodes.heard(messages)).subscribe().with(nothing -> {}, failure -> {});
        }
    }

    private <T> void ask(Uni<T> question, Consumer<T> then) {
        question.subscribe().with(then, this::fail);
    }

    /** Fails the callers that wait for events that were not acknowledged. */
    void fail(Throwable failure) {
        finish(failure);
    }

    private void finish(Throwable failure) {
        if (ended.compareAndSet(false, true)) {
            cancelTimeout.run();
            cancelLeaseWait.run();
            if (failure != null) {
                takeBack();
            }
            for (int i = 0; i < events.size(); i++) {
                EventReach reach = reached.get(i);
                events.get(i).done().settle(reach == null ? EventReach.NONE : reach, failure);
            }
            end.accept(this);
        }
    }
}
