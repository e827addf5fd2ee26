package dev.cairn.executor;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.api.WorkflowError;
import dev.cairn.program.TaskInfo;

/** Notes each beginning of one task while an instance is replayed. */
public final class TaskWatch extends LaterTrace {

    private final int task;
    private final List<Beginning> beginnings = new ArrayList<>();
    private long position;

    private TaskWatch(Trace earlier, int task) {
        super(earlier);
        this.task = task;
    }

    /**
     * Watches an instance that has not begun, for a fork after those that it is itself.
     *
     * @return null if its program has no such task
     */
    public static TaskWatch of(State state, String reference) {
        List<TaskInfo> tasks = state.program().program().tasks();
        // The first task is the workflow, which is started and not forked.
        for (int task = 1; task < tasks.size(); task++) {
            if (tasks.get(task).reference().equals(reference)) {
                TaskWatch watch = new TaskWatch(state.trace(), task);
                state.trace(watch);
                return watch;
            }
        }
        return null;
    }

    /** Says which entry is taken in next. */
    public void position(long next) {
        position = next;
    }

    /** All of them, in order. */
    public List<Beginning> beginnings() {
        return beginnings;
    }

    @Override
    public void moves(State state, int from, int to, WorkflowError error) {
        super.moves(state, from, to, error);
        if (state.program().tree().begins(task, from, to)) {
            beginnings.add(new Beginning(position, state.forksPassed()));
        }
    }

    /**
     * A beginning of the task.
     *
     * @param position the entry after which it began
     * @param forks how many forks the instance had been by then
     */
    public record Beginning(long position, int forks) {}
}
