package dev.cairn.engine.instance;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.listen.PassiveListenerGateway;
import dev.cairn.event.LifecycleEventTypes;

/**
 * The instances in the memory of this node that listen, by the types of the events that they listen for. Lifecycle events are offered only to instances that listen for their types. Thread-safe.
 */
public final class ListenerIndex {

    /** Stands for all types but those of lifecycle events. No event has an empty type. */
    static final String ANY = "";

    private volatile KeptEventGateway keptEvents = KeptEventGateway.NONE;
    private volatile PassiveListenerGateway passiveListeners = PassiveListenerGateway.NONE;
    private final ConcurrentMap<String, Set<EventReceivingInstance>> byType = new ConcurrentHashMap<>();
    private final Set<String> alwaysWanted = ConcurrentHashMap.newKeySet();
    /** Number of types of lifecycle events that instances listen for. */
    private final AtomicInteger lifecycleTypes = new AtomicInteger();
    /** Number of those types that follow from changes of tasks. */
    private final AtomicInteger taskTypes = new AtomicInteger();

    /** Brings kept events to the instances from now on. */
    public void keptEvents(KeptEventGateway gateway) {
        keptEvents = gateway;
    }

    KeptEventGateway keptEvents() {
        return keptEvents;
    }

    /** Lets publishers find listening instances in the store from now on. */
    public void passiveListeners(PassiveListenerGateway gateway) {
        passiveListeners = gateway;
    }

    PassiveListenerGateway passiveListeners() {
        return passiveListeners;
    }

    /** True if no instance listens. */
    public boolean isEmpty() {
        return byType.isEmpty();
    }

    /**
     * From now on events of some types find a parked instance.
     *
     * @return ends that
     */
    public Runnable addParked(String instanceId, Collection<String> types) {
        ParkedRecipient parked = new ParkedRecipient(instanceId);
        add(parked, types);
        return () -> remove(parked, types, null);
    }

    /** From now on events of some types find an instance. */
    void add(EventReceivingInstance instance, Collection<String> types) {
        types.forEach(type -> byType.compute(type, (key, before) -> {
            Set<EventReceivingInstance> instances = before == null ? begun(type) : before;
            instances.add(instance);
            return instances;
        }));
    }

    /** Events of some types no longer find an instance, unless others that were added keep them. */
    void remove(EventReceivingInstance instance, Collection<String> types, Collection<String> kept) {
        types.stream().filter(type -> kept == null || !kept.contains(type))
                .forEach(type -> byType.computeIfPresent(type, (key, instances) -> {
                    instances.remove(instance);
                    return instances.isEmpty() ? ended(type) : instances;
                }));
    }

    /** From now on lifecycle events of some types are built also if no instance listens for them. */
    public void wantAlways(Collection<String> types) {
        types.stream().filter(alwaysWanted::add).forEach(type -> count(type, 1));
    }

    private Set<EventReceivingInstance> begun(String type) {
        count(type, 1);
        return ConcurrentHashMap.newKeySet();
    }

    private Set<EventReceivingInstance> ended(String type) {
        count(type, -1);
        return null;
    }

    private void count(String type, int more) {
        if (LifecycleEventTypes.isOne(type)) {
            lifecycleTypes.addAndGet(more);
        }
        if (LifecycleEventTypes.needsTasks(type)) {
            taskTypes.addAndGet(more);
        }
    }

    /** True if events of this type are wanted by its name: an instance listens for them, or they start instances. */
    boolean name(String type) {
        return byType.containsKey(type) || alwaysWanted.contains(type);
    }

    /** True if lifecycle events are wanted. */
    boolean nameLifecycle() {
        return lifecycleTypes.get() > 0;
    }

    /** True if lifecycle events are wanted that follow from changes of tasks. */
    boolean nameTasks() {
        return taskTypes.get() > 0;
    }

    /** The instances that an event of a type may match. */
    public Set<EventReceivingInstance> find(String type) {
        Set<EventReceivingInstance> found = new LinkedHashSet<>(byType.getOrDefault(type, Set.of()));
        if (!LifecycleEventTypes.isOne(type)) {
            found.addAll(byType.getOrDefault(ANY, Set.of()));
        }
        return found;
    }

    /** True if {@link #find} has an instance; copies nothing. */
    public boolean isListening(EventReceivingInstance instance, String type) {
        return byType.getOrDefault(type, Set.of()).contains(instance)
                || !LifecycleEventTypes.isOne(type) && byType.getOrDefault(ANY, Set.of()).contains(instance);
    }

    /** Brings kept events to instances. Thread-safe. */
    public interface KeptEventGateway {

        /** Nothing is kept. */
        KeptEventGateway NONE = new KeptEventGateway() {
            @Override
            public boolean keepsAny() {
                return false;
            }

            @Override
            public void began(EventReceivingInstance instance, Collection<String> types, boolean wasSuspended) {}

            @Override
            public void left(String instanceId) {}

            @Override
            public Promise<Void> subscribe(String instanceId, Collection<String> types) {
                return Promise.completed(null);
            }
        };

        /** True if events of some types are kept for any instance that begins to listen. */
        boolean keepsAny();

        /**
         * Tasks of an instance have begun to listen, and events find it. Called in its turns.
         *
         * @param wasSuspended true if the instance was suspended or parked before
         */
        void began(EventReceivingInstance instance, Collection<String> types, boolean wasSuspended);

        /** A subscribed instance is no longer in memory. Called in its turns. */
        void left(String instanceId);

        /**
         * An instance that listens is about to leave the memory because it is suspended.
         *
         * @return completes when publishers find it in the store; fails if the application stops before
         */
        Promise<Void> subscribe(String instanceId, Collection<String> types);
    }

    /** Stands for a parked instance until publishers find it in the store: events wait for it. */
    private record ParkedRecipient(String id) implements EventReceivingInstance {

        @Override
        public void offer(PendingEventDelivery offer) {
            offer.suspended();
            offer.done().complete(null);
        }
    }
}
