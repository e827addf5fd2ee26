package dev.cairn.engine.event.kept;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jboss.logging.Logger;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.concurrent.AsyncTaskLimiter;
import dev.cairn.engine.instance.EventReceivingInstance;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.spi.StoreException;
import dev.cairn.time.KeyedRateLimiter;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Finds kept events for instances that have begun to listen, and offers them in the order of their arrival. A few instances
 * look at a time, each with one event in memory. Thread-safe.
 */
final class KeptEventFinder {

    /** Stands for the events that are kept for the instance itself, of any type. No event has an empty type. */
    static final String OF_INSTANCE = "";

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final int MAX_LOOKS = 16;
    /** An event whose key or codec is missing is looked for again after this time. */
    private static final long UNREADABLE_MILLIS = 60_000;
    private static final long UNREADABLE_LOG_MILLIS = 600_000;
    private static final int MAX_UNREADABLE_LINES = 100;

    private final KeptEventPorts ports;
    private final NodeContext context;
    private final EventKeeper keeper;
    /** At most one for each task that begins to listen. */
    private final AsyncTaskLimiter looks;
    /** Instances and types for which unreadable events are looked for again. */
    private final Set<String> laterSearches = ConcurrentHashMap.newKeySet();
    private final KeyedRateLimiter unreadableInterval;

    KeptEventFinder(KeptEventPorts ports, EventKeeper keeper) {
        this.ports = ports;
        this.context = ports.context();
        this.keeper = keeper;
        this.looks = new AsyncTaskLimiter(MAX_LOOKS, context.threads()::worker);
        this.unreadableInterval = new KeyedRateLimiter(context.time(), UNREADABLE_LOG_MILLIS, MAX_UNREADABLE_LINES);
    }

    /**
     * Offers kept events to an instance that listens for them.
     *
     * @param types their types, one after another; {@link #OF_INSTANCE} for those that are kept for the instance
     */
    void look(EventReceivingInstance instance, List<String> types) {
        instance.searchBegins();
        context.threads().worker(() -> looks.submit(free -> new Look(instance, types, free).page(null)));
    }

    /** An instance that looks for events. */
    private final class Look {
        private final EventReceivingInstance instance;
        private final Deque<String> types;
        private final Runnable free;
        /** The types to look for again: an event may become readable. */
        private final Set<String> unreadableTypes = new LinkedHashSet<>();
        private List<KeptEvent> found = List.of();
        private int index;
        private String cursor;

        Look(EventReceivingInstance instance, List<String> types, Runnable free) {
            this.instance = instance;
            this.types = new ArrayDeque<>(types);
            this.free = free;
        }

        private boolean isOfInstance() {
            return types.element().equals(OF_INSTANCE);
        }

        private boolean isOver() {
            return context.stopped() || (isOfInstance() ? ports.table().live(instance.id()) != instance || isSuspended()
                    : !ports.listens(instance, types.element()));
        }

        private boolean isSuspended() {
            return instance instanceof InstanceActorReference live && live.view().status() == InstanceStatus.SUSPENDED;
        }

        private void nextType() {
            if (isOfInstance() && !isSuspended()) {
                keeper.suspended().unsubscribe(instance.id());
            }
            types.remove();
            if (types.isEmpty()) {
                free.run();
                lookAgain();
            } else {
                page(null);
            }
        }

        /** The search goes on later if an event may become readable, unless another one does. */
        private void lookAgain() {
            List<String> again = unreadableTypes.stream().filter(type -> laterSearches.add(key(type))).toList();
            if (again.isEmpty()) {
                instance.searchEnds();
            } else {
                later(UNREADABLE_MILLIS, () -> {
                    again.forEach(type -> laterSearches.remove(key(type)));
                    look(instance, again);
                });
            }
        }

        private String key(String type) {
            return instance.id() + ' ' + type;
        }

        /** Looks from the beginning when the store may be back. */
        private void failed(Throwable failure) {
            free.run();
            unreadableTypes.addAll(types);
            later(StoreBackoff.after(failure), () -> look(instance, List.copyOf(unreadableTypes)));
        }

        private void later(long millis, Runnable search) {
            context.timers().after(millis, () -> {
                if (!context.stopped()) {
                    search.run();
                }
                instance.searchEnds();
            });
        }

        void page(String from) {
            if (isOver()) {
                nextType();
                return;
            }
            Uni<KeptEventPage> question = isOfInstance() ? keeper.store().findFor(instance.id(), from)
                    : keeper.store().find(types.element(), from);
            question.subscribe().with(page -> {
                found = new ArrayList<>(page.events());
                found.sort(Comparator.comparingLong(KeptEvent::arrivedAtMillis).thenComparing(KeptEvent::id));
                index = 0;
                cursor = page.next();
                next();
            }, this::failed);
        }

        private void next() {
            if (index < found.size() && !isOver()) {
                KeptEvent event = found.get(index++);
                keeper.events().submit(event.id(), done -> read(event, done));
            } else if (cursor == null) {
                nextType();
            } else {
                page(cursor);
            }
        }

        /** A worker goes on: a store that answers at once must not grow the stack. */
        private void proceed(Runnable done) {
            done.run();
            context.threads().worker(this::next);
        }

        private void abandon(Runnable done, Throwable failure) {
            done.run();
            failed(failure);
        }

        private void read(KeptEvent event, Runnable done) {
            // Read behind any other look at this event: it may have been taken since it was found.
            keeper.store().content(event).subscribe().with(
                    content -> content.ifPresentOrElse(there -> offer(event, there, done), () -> proceed(done)),
                    failure -> {
                        if (failure instanceof StoreException) {
                            abandon(done, failure);
                        } else {
                            unreadable(event, failure);
                            proceed(done);
                        }
                    });
        }

        private void unreadable(KeptEvent event, Throwable failure) {
            boolean mayBecomeReadable = failure instanceof PayloadCodecException codec && !codec.damaged();
            if (mayBecomeReadable) {
                unreadableTypes.add(types.element());
            }
            if (!unreadableInterval.isDue(event.id())) {
                return;
            }
            LOG.errorf("CAIRN-0483: Skipped a kept event [row=%s, instance=%s]: %s. %s", event.id(), instance.id(),
                    ExceptionMessageFormatter.of(failure), mayBecomeReadable
                            ? "It is read again in a minute, until it expires. Do all nodes have the same keys and payload codecs?"
                            : "It expires unread.");
        }

        private void offer(KeptEvent event, JsonPayload content, Runnable done) {
            if (new EventOriginFilter(content).hasStarted(instance.id())) {
                skip(event, done);
                return;
            }
            if (isOfInstance()) {
                send(event, content, done);
                return;
            }
            ports.offer().apply(instance, content).listen((reach, failure) -> {
                if (failure != null) {
                    abandon(done, failure);
                } else if (reach.instances() > 0) {
                    keeper.taken(event).listen((nothing, unwritten) -> proceed(done));
                } else {
                    proceed(done);
                }
            });
        }

        /** The event has started the instance. Other instances may take it if it is kept for any. */
        private void skip(KeptEvent event, Runnable done) {
            if (isOfInstance()) {
                keeper.taken(event).listen((nothing, unwritten) -> proceed(done));
            } else {
                proceed(done);
            }
        }

        /** An instance takes an event that was kept for it once, as with events that are sent to it. */
        private void send(KeptEvent event, JsonPayload content, Runnable done) {
            boolean listens = isListening(content);
            ports.send().apply(instance.id(), content).listen((nothing, failure) -> {
                if (failure == null) {
                    keeper.takenByInstance(event, content).listen((any, unwritten) -> proceed(done));
                } else if (!(failure instanceof CairnException refusal)) {
                    abandon(done, failure);
                } else {
                    refused(event, content, refusal, listens, done);
                }
            });
        }

        private boolean isListening(JsonPayload content) {
            return !isSuspended() && ports.listens(instance, KeptEvent.type(content));
        }

        /** @param listened true if a task listened for the type before the event was sent */
        private void refused(KeptEvent event, JsonPayload content, CairnException refusal, boolean listened, Runnable done) {
            switch (refusal.reason()) {
                case NOT_LISTENING -> {
                    if (!isListening(content)) {
                        proceed(done);
                    } else if (listened) {
                        // Its filters do not fit.
                        drop(event, done);
                    } else {
                        // The task has begun to listen meanwhile.
                        send(event, content, done);
                    }
                }
                case WRONG_PHASE, UNKNOWN_INSTANCE -> drop(event, done);
                case INSTANCE_SUSPENDED -> proceed(done);
                default -> abandon(done, refusal);
            }
        }

        private void drop(KeptEvent event, Runnable done) {
            LOG.debugf("Dropped an event that was kept for an instance: no filter fits [row=%s, instance=%s]", event.id(),
                    instance.id());
            keeper.taken(event).listen((nothing, unwritten) -> proceed(done));
        }
    }
}
