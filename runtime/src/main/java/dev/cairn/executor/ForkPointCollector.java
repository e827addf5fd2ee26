package dev.cairn.executor;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.api.WorkflowError;
import dev.cairn.program.TaskInfo;

/** Collects the beginnings of one task while an instance is replayed. */
public final class ForkPointCollector extends ForwardingOperationObserver {

    private static final int WORKFLOW = 0;

    private final InstanceState state;
    private final int task;
    private final List<Beginning> beginnings = new ArrayList<>();
    /** Number of times that each task has begun; null if the journal has no tasks. */
    private final int[] runs;
    /** The last task that was done since the entry that was taken in last, or null. */
    private Done done;
    private long position;

    private ForkPointCollector(InstanceState state, int task, int[] runs) {
        super(state.trace());
        this.state = state;
        this.task = task;
        this.runs = runs;
    }

    /**
     * Watches an instance that has not begun, for a fork after those that it is itself.
     *
     * @param keepsTasks true if its journal has entries of tasks
     * @return null if its program has no such task
     */
    public static ForkPointCollector of(InstanceState state, String reference, boolean keepsTasks) {
        List<TaskInfo> tasks = state.program().program().tasks();
        // The first task is the workflow, which is started and not forked.
        for (int task = 1; task < tasks.size(); task++) {
            if (tasks.get(task).reference().equals(reference)) {
                ForkPointCollector watch = new ForkPointCollector(state, task, keepsTasks ? new int[tasks.size()] : null);
                state.trace(watch);
                return watch;
            }
        }
        return null;
    }

    /** Says which entry is taken in next. */
    public void position(long next) {
        position = next;
        done = null;
    }

    /** All of them, in order. */
    public List<Beginning> beginnings() {
        return beginnings;
    }

    @Override
    public void moves(int from, int to, WorkflowError error) {
        ProgramTaskTree tree = state.program().tree();
        if (runs != null && from != OUTSIDE) {
            for (int left = tree.task(from); left != WORKFLOW && !tree.goesOn(left, from, to); left = tree.parent(left)) {
                done = new Done(state.program().program().tasks().get(left).reference(), runs[left], done);
            }
        }
        super.moves(from, to, error);
        if (runs != null && to != OUTSIDE) {
            for (int begun = tree.task(to); begun >= 0 && tree.begins(begun, from, to); begun = tree.parent(begun)) {
                runs[begun]++;
            }
        }
        if (tree.begins(task, from, to)) {
            beginnings.add(new Beginning(position, state.forksPassed(), done));
        }
    }

    /**
     * A beginning of the task.
     *
     * @param position the entry after which it began
     * @param forks number of forks of the instance by then
     * @param done the task that was done last between that entry and the beginning, or null. Entries of such tasks come behind the entry
     */
    public record Beginning(long position, int forks, Done done) {

        /** True if a run of a task was done between the entry and the beginning. */
        public boolean follows(String task, int run) {
            for (Done before = done; before != null; before = before.before) {
                if (before.run == run && before.task.equals(task)) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * A completed task.
     *
     * @param before the task completed before it, or null
     */
    public record Done(String task, int run, Done before) {}
}
