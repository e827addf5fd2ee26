package dev.cairn.engine.observer;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jboss.logging.Logger;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.TaskChange;
import dev.cairn.program.Program;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Notifies the {@link LiveChangeListener}s of an engine of changes of instances and tasks. Nothing is built while there
 * are none. Thread-safe.
 */
public final class LiveChangeNotifier {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final List<LiveChangeListener> listeners = new CopyOnWriteArrayList<>();

    /** Tells a listener of all changes from now on. */
    public Cancellable add(LiveChangeListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    public int count() {
        return listeners.size();
    }

    public boolean isEmpty() {
        return listeners.isEmpty();
    }

    /** True if a listener wants to be told of the tasks of a workflow. */
    public boolean wantTasks(String workflow) {
        if (listeners.isEmpty()) {
            // Asked before each message of an instance: no iterator.
            return false;
        }
        for (LiveChangeListener listener : listeners) {
            if (listener.wantsTasks(workflow)) {
                return true;
            }
        }
        return false;
    }

    /** The instance starts or goes on, if the two statuses say so: comes before the changes of its tasks. */
    public void begins(InstanceRow row, InstanceStatus before, InstanceStatus now, long atMillis) {
        if (!listeners.isEmpty() && begins(before, now)) {
            tell(row, before == InstanceStatus.PENDING ? "started" : "resumed", afterwards(now), null, atMillis);
        }
    }

    /** The instance has come to another status: comes after the changes of its tasks. */
    public void comesTo(InstanceRow row, InstanceStatus before, InstanceStatus now, Ended ended, long atMillis) {
        if (!listeners.isEmpty() && now != before && !(begins(before, now) && afterwards(now) == now)) {
            tell(row, now.phase(), now, ended == null ? null : ended.error(), atMillis);
        }
    }

    /** A suspended instance that is cancelled was not resumed before. */
    private static boolean begins(InstanceStatus before, InstanceStatus now) {
        return now != before && (before == InstanceStatus.PENDING
                || (before == InstanceStatus.SUSPENDED || before.ended()) && now != InstanceStatus.SUSPENDED
                        && now != InstanceStatus.CANCELLED);
    }

    /** The phase between the beginning and what the instance has come to by the same write. */
    private static InstanceStatus afterwards(InstanceStatus now) {
        return now.ended() || now == InstanceStatus.SUSPENDED ? InstanceStatus.RUNNING : now;
    }

    /** Tells of a change of a task. */
    public void task(InstanceRow row, Program program, TaskChange change, long atMillis) {
        if (!listeners.isEmpty() && wantTasks(row.workflow())) {
            tell(LiveChange.of(row, program, change, atMillis));
        }
    }

    /** Anything else that became of an instance; the error may be null. */
    public void tell(InstanceRow row, String change, InstanceStatus status, WorkflowError error, long atMillis) {
        if (!listeners.isEmpty()) {
            tell(LiveChange.of(row, change, status, error, atMillis));
        }
    }

    private void tell(LiveChange change) {
        for (LiveChangeListener listener : listeners) {
            try {
                if (change.task() == null || listener.wantsTasks(change.workflow())) {
                    listener.changed(change);
                }
            } catch (RuntimeException | Error failure) {
                LOG.errorf(failure,
                        "CAIRN-0770: Cannot show a change [workflow=%s, instance=%s, change=%s]: %s. The instance is as it"
                                + " was; viewers may lack this change. This is a mistake of Cairn: please report it.",
                        change.workflow(),
                        change.instance(), change.change(), ExceptionMessageFormatter.of(failure));
            }
        }
    }
}
