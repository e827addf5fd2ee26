package dev.cairn.executor;

import dev.cairn.api.WorkflowError;
import dev.cairn.program.TaskInfo;

/** Notifies a listener of the tasks of an instance that end, from now on. Belongs to one state. */
public final class TaskEndNotifier extends ForwardingOperationObserver {

    private static final int WORKFLOW = 0;

    private final ProgramTaskTree tree;
    private final EndListener listener;

    private TaskEndNotifier(InstanceState state, EndListener listener) {
        super(state.trace());
        this.tree = state.program().tree();
        this.listener = listener;
    }

    /** Begins to tell, for as long as the instance is in memory. */
    public static void tell(InstanceState state, EndListener listener) {
        state.trace(new TaskEndNotifier(state, listener));
    }

    /** Innermost first. The workflow itself is left out. */
    @Override
    public void moves(int from, int to, WorkflowError error) {
        super.moves(from, to, error);
        if (from != OUTSIDE) {
            for (int task = tree.task(from); task != WORKFLOW && !tree.goesOn(task, from, to); task = tree.parent(task)) {
                listener.ended(tree.program().tasks().get(task), error);
            }
        }
    }

    /** Wants to know which tasks end. Told in the turns of the instance; must not throw. */
    @FunctionalInterface
    public interface EndListener {

        /** @param error the error that leads out of the task, or null */
        void ended(TaskInfo task, WorkflowError error);
    }
}
