package dev.cairn.executor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import dev.cairn.api.WorkflowError;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.value.JsonPayload;

/** Collects completed tasks, so that they are in the journal before the effects of the next ones. Belongs to one state. */
public final class CompletedTaskEntryCollector extends ForwardingOperationObserver {

    private static final int WORKFLOW = 0;

    private final ObservableInstanceStateBase state;
    private final ProgramTaskTree tree;
    /** Number of times that each task has begun. */
    private final int[] runs;
    private final Deque<TaskDone> notes = new ArrayDeque<>(1);
    private Runnable beforeNext = () -> {};
    private boolean stopped;

    CompletedTaskEntryCollector(ObservableInstanceStateBase state) {
        super(state.trace());
        this.state = state;
        this.tree = state.tree();
        this.runs = new int[tree.program().tasks().size()];
    }

    /** True if a task is done that is not in the journal yet. */
    public boolean any() {
        return !notes.isEmpty();
    }

    /** True if there are notes to be written before an operation. The end of the workflow is written together with its last task. */
    @Override
    public boolean restsBefore(int operation) {
        return any() && tree.task(operation) != WORKFLOW || super.restsBefore(operation);
    }

    /** Has something done once, right before the next note is taken. */
    public void beforeNext(Runnable action) {
        beforeNext = action;
    }

    /** Gives the notes to who writes them, in the order in which the tasks were done; there are none then. */
    public List<TaskDone> take() {
        if (notes.isEmpty()) {
            return List.of();
        }
        List<TaskDone> taken = new ArrayList<>(notes);
        notes.clear();
        return taken;
    }

    /**
     * Takes in that the journal has the first note.
     *
     * @throws JournalMismatchException if another task was done, or none
     */
    public void expect(TaskDone written) {
        TaskDone computed = notes.poll();
        if (computed == null || computed.run() != written.run() || !computed.task().equals(written.task())) {
            throw new JournalMismatchException(computed == null ? "no end of a task"
                    : "the end of the task " + computed.task() + ", begun for the " + computed.run() + ". time", written);
        }
    }

    /** Forgets the notes that there are, and takes no more. */
    void stop() {
        notes.clear();
        stopped = true;
    }

    @Override
    public void moves(int from, int to, WorkflowError error) {
        if (from != OUTSIDE && !stopped) {
            noteEnds(from, to, error);
        }
        super.moves(from, to, error);
        if (to != OUTSIDE) {
            for (int task = tree.task(to); task >= 0 && tree.begins(task, from, to); task = tree.parent(task)) {
                runs[task]++;
            }
        }
    }

    /** Innermost first. The workflow itself is left out: its end has an entry of its own. */
    private void noteEnds(int from, int to, WorkflowError error) {
        for (int task = tree.task(from); task != WORKFLOW && !tree.goesOn(task, from, to); task = tree.parent(task)) {
            beforeNext.run();
            beforeNext = () -> {};
            notes.add(new TaskDone(tree.program().tasks().get(task).reference(), runs[task],
                    error == null ? JsonPayload.of(state.value()) : null, error));
        }
    }
}
