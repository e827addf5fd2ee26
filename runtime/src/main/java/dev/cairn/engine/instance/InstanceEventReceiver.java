package dev.cairn.engine.instance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.cairn.engine.audit.CostlyEventFilterLog;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.SerialExecutor;
import dev.cairn.engine.listen.ListenerSubscription;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.executor.EventReceivingHandler;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.spi.StoreException;

/**
 * Delivers events to an instance while it listens. Used only in the turns of the instance, except for the first
 * {@link #update}.
 */
final class InstanceEventReceiver {

    private final InstanceActorContext instance;
    private final InstanceState state;
    private final ListenerIndex listeners;
    private final CostlyEventFilterLog costlyFilters;
    private final Program program;
    private final NodeContext context;
    private final ListenerSubscription subscription;
    private final SerialExecutor turns;
    private final InstanceObserver observer;
    private final InstanceWriter writer;
    /** Events that were taken and are not durable yet. */
    private final List<PendingEventDelivery> takenDeliveries = new ArrayList<>(0);
    /** Events that arrived while the filters of the instance were unknown. */
    private final Deque<PendingEventDelivery> waitingDeliveries = new ArrayDeque<>(0);
    /** The types of events that find it; null while it does not listen. */
    private List<String> types;
    /** The instance was loaded or suspended, and has not come to rest since: it may have listened further on. */
    private boolean returning;
    /** The types of all tasks that listen, once they were asked for; only while it is returning. */
    private Optional<List<String>> all;
    /** The effects that listened when the last ones began; known only while kept events are looked for. */
    private Set<String> begun = Set.of();
    /** It was suspended, and has come to no step since. */
    private boolean goesOn;
    /** The instance was suspended or parked: events may be kept for it. */
    private boolean wasSuspended;
    /** The types of events for which publishers find the instance in the store; null for none. */
    private List<String> subscribed;
    private boolean subscribing;
    /** Publishers find the instance in the store: it leaves the memory when the pending write is durable. */
    private boolean mayLeaveNow;
    /** True while the events that wait are being considered. */
    private boolean going;
    /** The first that waits has a filter that is too expensive for an event loop; the others come after it. */
    private boolean forWorker;

    InstanceEventReceiver(InstanceActorContext instance, InstanceState state, InstanceDependencies dependencies,
            InstalledProgram program,
            SerialExecutor turns,
            InstanceWriter writer, InstanceRowTracker row) {
        this.instance = instance;
        this.state = state;
        this.listeners = dependencies.listeners();
        this.costlyFilters = dependencies.costlyFilters();
        this.program = program.program();
        this.context = dependencies.context();
        this.turns = turns;
        this.observer = row.observer();
        this.wasSuspended = row.wasSuspended();
        this.goesOn = wasSuspended;
        this.writer = writer;
        this.subscription = new ListenerSubscription(row.id(), program, state, listeners.passiveListeners(), turns::send);
        if (writer.position() > 0) {
            subscription.loaded(row.waitedOutside(), writer.position());
        }
    }

    /** The instance was loaded, and has come to a step. */
    void open(TransitionResult step) {
        returning = true;
        update(step);
    }

    /** The instance has come to a step, or to none: from now on events find it, or do not. */
    void update(TransitionResult step) {
        register(step);
        subscription.came(step, context.time());
        if (step == null && subscribed != null) {
            listeners.keptEvents().left(instance.id());
        }
        goesOn |= step instanceof TransitionResult.Halted;
        wasSuspended |= goesOn;
        if (wasSuspended || listeners.keptEvents().keepsAny()) {
            tellOfBeginnings(step);
        }
    }

    /** The subscription of the instance, and the time for which it has only listened. */
    ListenerSubscription subscription() {
        return subscription;
    }

    /** The instance is to leave the memory if it only listens; false if it stays. The promise completes when it has left, or stays. */
    boolean beginLeaving(Promise<Void> left) {
        return subscription.beginLeaving(left);
    }

    /** True while it is about to leave the memory at a step. */
    boolean isLeaving(TransitionResult step) {
        return subscription.isLeaving(step);
    }

    /** Something else has to be done first. */
    void stay() {
        subscription.endLeaving();
    }

    /** A publisher has found the instance by a subscription, and it did not want the event. */
    void refused(long foundAt) {
        subscription.refused(foundAt, writer.position());
    }

    private boolean isFindable(TransitionResult step) {
        if (!waitingDeliveries.isEmpty() || !takenDeliveries.isEmpty()) {
            stay();
            return false;
        }
        return subscription.isFindable(step, writer.position(), () -> {
            mayLeaveNow = true;
            goOn();
        });
    }

    /**
     * True if the instance may leave the memory. If it is suspended and listens, publishers have to find it in the store first. Until then it takes part in their offers.
     */
    boolean mayLeave(TransitionResult step) {
        if (instance.listener().isSearched() && !(step instanceof TransitionResult.Halted)) {
            // An event is on its way to it.
            stay();
            return false;
        }
        if (subscription.isLeaving(step)) {
            return isFindable(step);
        }
        List<String> wanted = step instanceof TransitionResult.Halted ? types(step) : null;
        if (wanted == null || wanted.equals(subscribed)) {
            return true;
        }
        if (!subscribing) {
            subscribing = true;
            listeners.keptEvents().subscribe(instance.id(), wanted).listen((nothing, failure) -> turns.send(() -> {
                subscribing = false;
                if (failure == null) {
                    subscribed = wanted;
                    mayLeaveNow = true;
                    goOn();
                }
            }));
        }
        return false;
    }

    /** Tells of tasks that have begun to listen, after events can find the instance. */
    private void tellOfBeginnings(TransitionResult step) {
        if (step != null && TransitionResultQueries.isPartWay(step)) {
            return;
        }
        Set<String> now = new HashSet<>();
        List<String> beginning = new ArrayList<>();
        boolean rests = step != null && !(step instanceof TransitionResult.Halted);
        boolean begins = false;
        if (rests) {
            for (TransitionResult.Effect effect : step.effects()) {
                if (effect instanceof TransitionResult.Listening listening && now.add(effect.id())
                        && !begun.contains(effect.id())) {
                    begins = true;
                    beginning.addAll(plan(listening).types());
                }
            }
        }
        begun = now;
        // Events that are kept for it have any type. And publishers find it no longer, also if it does not listen.
        if (!beginning.isEmpty() || wasSuspended && (begins || rests && goesOn)) {
            listeners.keptEvents().began(instance.listener(), beginning, wasSuspended);
        }
        goesOn &= !rests;
    }

    private void register(TransitionResult step) {
        List<String> wanted;
        if (step == null || step instanceof TransitionResult.Halted) {
            returning = true;
            wanted = step == null ? null : types(step);
        } else if (TransitionResultQueries.isPartWay(step)) {
            // A journal of tasks does not tell how far the instance came before: whether they are written is a setting. Any event
            // that the program listens for waits until it is known.
            wanted = returning ? allTypes() : types;
        } else {
            returning = false;
            subscribed = null;
            all = null;
            wanted = types(step);
        }
        if (wanted == null ? types == null : wanted.equals(types)) {
            return;
        }
        List<String> before = types;
        types = wanted;
        if (wanted != null) {
            listeners.add(instance.listener(), wanted);
        }
        if (before != null) {
            listeners.remove(instance.listener(), before, wanted);
        }
    }

    /** Null if it does not listen. */
    private List<String> types(TransitionResult step) {
        List<String> all = null;
        for (TransitionResult.Effect effect : step.effects()) {
            if (effect instanceof TransitionResult.Listening listening) {
                all = and(all, plan(listening));
            }
        }
        return all;
    }

    /** The types of all tasks; null if none listens. */
    private List<String> allTypes() {
        if (all == null) {
            List<String> found = null;
            for (Operation operation : program.operations()) {
                if (operation instanceof Operation.Listen listen) {
                    found = and(found, listen.plan());
                }
            }
            all = Optional.ofNullable(found);
        }
        return all.orElse(null);
    }

    private static List<String> and(List<String> others, ListenPlan plan) {
        List<String> all = others == null ? new ArrayList<>() : others;
        all.addAll(plan.types());
        if (plan.anyType()) {
            all.add(ListenerIndex.ANY);
        }
        return all;
    }

    private ListenPlan plan(TransitionResult.Listening listening) {
        return ((Operation.Listen) program.operations().get(listening.operation())).plan();
    }

    /** True if an effect may want an event: one of the lifecycle only if it names its type. */
    private boolean mayWant(TransitionResult.Listening listening, String type) {
        return !LifecycleEventTypes.isOne(type) || plan(listening).types().contains(type);
    }

    /** True if an event may match an effect wanted at this step. */
    static boolean isListening(TransitionResult step) {
        return !(step instanceof TransitionResult.Halted)
                && step.effects().stream().anyMatch(TransitionResult.Listening.class::isInstance);
    }

    /** Lets the instance take in an event if it fits: now, or behind those that came before it. */
    void consider(PendingEventDelivery offer) {
        waitingDeliveries.add(offer);
        goOn();
    }

    /**
     * Considers the waiting events, as long as the instance can tell if it takes them. Handling an event may call this again.
     * The outer call then continues, so the stack does not grow with the number of events.
     */
    void goOn() {
        if (going) {
            return;
        }
        if (mayLeaveNow && instance.mayTakeEvents()) {
            mayLeaveNow = false;
            instance.goOnAnyway();
        }
        going = true;
        try {
            while (!waitingDeliveries.isEmpty() && (instance.takesNoEvents() || !forWorker && instance.mayTakeEvents())) {
                ask(waitingDeliveries.poll());
            }
        } finally {
            going = false;
        }
    }

    private void ask(PendingEventDelivery offer) {
        if (instance.takesNoEvents()) {
            offer.done().fail(new InstanceUnloadedException());
            return;
        }
        TransitionResult step = instance.currentResult();
        String type = offer.event().tree().path("type").asText();
        if (step instanceof TransitionResult.Halted) {
            List<String> wanted = types(step);
            if (wanted != null && wanted.contains(type)) {
                offer.suspended();
            }
        }
        for (TransitionResult.Listening wanted = offer.next(step); wanted != null; wanted = offer.next(step)) {
            int filter = mayWant(wanted, type) ? ProgramExecutor.accepts(state, wanted, offer.event().tree(), instance.budget())
                    : EventReceivingHandler.NONE;
            if (filter == EventReceivingHandler.KNOWN) {
                offer.known();
            } else if (filter == EventReceivingHandler.TOO_MUCH) {
                if (!turns.onWorker()) {
                    offer.askAgain(wanted);
                    waitingDeliveries.addFirst(offer);
                    forWorker = true;
                    turns.goOnAtLeisure(this::onWorker);
                    return;
                }
                costlyFilters.leftEvent(program, wanted);
            }
            if (filter >= 0) {
                offer.take();
                observer.eventTaken(wanted.operation(), offer.event());
                takenDeliveries.add(offer);
                // Another branch may listen for the same event; it is asked when this one has it.
                waitingDeliveries.addFirst(offer);
                writer.attribute(offer.origin());
                instance.happened(new JournalEvent.Received(wanted.id(), filter, offer.event()));
                // In case that it was not recorded.
                writer.attribute(null);
                return;
            }
        }
        offer.left(writer.recorded());
    }

    private void onWorker() {
        forWorker = false;
        goOn();
    }

    /** The recorded entries are durable. */
    void durable() {
        subscription.durable(writer.position());
        takenDeliveries.forEach(PendingEventDelivery::durable);
        takenDeliveries.clear();
    }

    /** The store did not write the recorded entries. The write is tried again, but publishers must be notified. */
    void delayed(Throwable cause) {
        takenDeliveries.forEach(offer -> offer.done().fail(new StoreException(cause.getMessage(), false, cause)));
    }
}
