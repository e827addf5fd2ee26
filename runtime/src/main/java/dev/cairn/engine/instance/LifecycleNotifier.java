package dev.cairn.engine.instance;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.observer.LiveChangeNotifier;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayedChangeFilter;
import dev.cairn.event.CloudEventConverter;
import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.TaskChange;
import dev.cairn.executor.TaskChangeCollector;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.program.Program;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceRow;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Notifies watchers, and instances that listen, of the changes of the instances of this node and of their tasks, as lifecycle
 * events. Without a watcher or listener, nothing is recorded or built. Thread-safe.
 */
public final class LifecycleNotifier {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final Map<InstanceStatus, String> ENTERED = Map.of(InstanceStatus.SUSPENDED, "suspended",
            InstanceStatus.COMPLETED, "completed", InstanceStatus.FAULTED, "faulted", InstanceStatus.CANCELLED, "cancelled");

    private final ProgramRegistry programs;
    private final ListenerIndex listeners;
    private final Consumer<JsonNode> toListeners;
    private final List<Consumer<CloudEvent>> watchers = new CopyOnWriteArrayList<>();
    private final List<Consumer<CloudEvent>> taskWatchers = new CopyOnWriteArrayList<>();
    private final LiveChangeNotifier changeListeners = new LiveChangeNotifier();

    /** @param toListeners receives the events that a listener wants */
    public LifecycleNotifier(ProgramRegistry programs, ListenerIndex listeners, Consumer<JsonNode> toListeners) {
        this.programs = programs;
        this.listeners = listeners;
        this.toListeners = toListeners;
    }

    /**
     * From now on notifies a watcher of changes of instances, on an event loop of an instance or on a thread of the store. An
     * exception that the watcher throws is logged.
     */
    public Cancellable watch(Consumer<CloudEvent> watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    /** As {@link #watch(Consumer)}, of tasks. */
    public Cancellable watchTasks(Consumer<CloudEvent> watcher) {
        taskWatchers.add(watcher);
        return () -> taskWatchers.remove(watcher);
    }

    /** The receivers of changes as records, without payloads and without events. */
    public LiveChangeNotifier changeListeners() {
        return changeListeners;
    }

    /** True if a watcher or listener wants the changes of tasks, or events that follow from them. */
    public boolean tasksAreWatched(LinkedProgram program) {
        return !taskWatchers.isEmpty() || listeners.nameTasks() || !watchers.isEmpty() && program.listens()
                || changeListeners.wantTasks(program.program().workflow());
    }

    /** Records the changes of the tasks of an instance that is about to go on, if they are wanted. */
    public void watch(InstanceState state) {
        if (state.changes() == null && tasksAreWatched(state.program())) {
            state.recordChanges();
        }
    }

    /** Records the changes of the tasks of a replayed instance that did not happen before, if they are wanted. */
    public InstanceReplay.Watcher replay(InstalledProgram program, JournalDecoder journal) {
        return tasksAreWatched(program.linked()) ? new ReplayedChangeFilter(journal) : InstanceReplay.Watcher.NONE;
    }

    /**
     * An instance has come to a status, or stays in it, durably.
     *
     * @param before the one it had
     * @param ended its end, or null
     * @param changes the changes of its tasks, or null
     * @param position number of entries of its journal
     */
    public void became(InstanceRow instance, InstanceStatus before, InstanceStatus now, Ended ended, long atMillis,
            TaskChangeCollector changes, long position) {
        if (changes == null && (now == before
                || watchers.isEmpty() && !listeners.nameLifecycle() && changeListeners.isEmpty())) {
            return;
        }
        changeListeners.begins(instance, before, now, atMillis);
        if (now != before && before == InstanceStatus.PENDING) {
            tell(instance, "started", null, atMillis);
        } else if (now != before && ENTERED.containsKey(before) && now != InstanceStatus.SUSPENDED
                && now != InstanceStatus.CANCELLED) {
            // It was suspended, or ended and is retried.
            tell(instance, "resumed", null, atMillis);
        }
        if (changes != null) {
            if (now == InstanceStatus.CANCELLED) {
                changes.cancel();
            }
            List<TaskChange> taken = changes.take();
            Program program = taken.isEmpty() ? null : programs.exactly(instance.workflow(), instance.version()).program();
            taken.forEach(change -> tell(instance, program, change, atMillis, position));
        }
        changeListeners.comesTo(instance, before, now, ended, atMillis);
        if (now != before && ENTERED.containsKey(now)) {
            tell(instance, ENTERED.get(now), ended, atMillis);
        }
    }

    private void tell(InstanceRow instance, String what, Ended ended, long atMillis) {
        tell(instance, LifecycleEventTypes.workflow(what), watchers,
                () -> LifecycleEventJson.ofInstance(instance, what, ended, atMillis));
    }

    /** The correlation lies within the task: it begins after the task and is over before it. */
    private void tell(InstanceRow instance, Program program, TaskChange change, long atMillis, long position) {
        String correlation = LifecycleEventJson.correlation(program, change);
        boolean over = change.correlated() != null;
        if (!over) {
            tellTask(instance, program, change, atMillis, position);
        }
        if (correlation != null) {
            tell(instance, LifecycleEventTypes.workflow(correlation), watchers,
                    () -> LifecycleEventJson.ofCorrelation(instance, change, atMillis, position));
        }
        if (over) {
            tellTask(instance, program, change, atMillis, position);
        }
    }

    private void tellTask(InstanceRow instance, Program program, TaskChange change, long atMillis, long position) {
        changeListeners.task(instance, program, change, atMillis);
        tell(instance, LifecycleEventJson.type(change), taskWatchers,
                () -> LifecycleEventJson.ofTask(instance, program, change, atMillis, position));
    }

    private void tell(InstanceRow instance, String type, List<Consumer<CloudEvent>> told, Supplier<JsonNode> build) {
        boolean listened = listeners.name(type) && !observes(instance);
        if (!listened && told.isEmpty()) {
            return;
        }
        guarded(instance, type, () -> {
            JsonNode event = build.get();
            if (!told.isEmpty()) {
                CloudEvent built = CloudEventConverter.of(event);
                told.forEach(watcher -> guarded(instance, type, () -> watcher.accept(built)));
            }
            if (listened) {
                toListeners.accept(event);
            }
        });
    }

    /** Watchers decide nothing about an instance: the changes that they receive are durable. */
    private static void guarded(InstanceRow instance, String type, Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | Error failure) {
            LOG.errorf(failure,
                    "CAIRN-0459: Cannot report a change of an instance [workflow=%s, instance=%s, type=%s]: %s. The"
                            + " instance is as it was; a watcher that throws is to be mended.",
                    instance.workflow(), instance.id(), type, ExceptionMessageFormatter.of(failure));
        }
    }

    /**
     * Instances that listen for lifecycle events send none that others could listen for: they would wake each other without
     * end.
     */
    private boolean observes(InstanceRow instance) {
        InstalledProgram program = programs.exactly(instance.workflow(), instance.version());
        return program != null && program.observes();
    }
}
