package dev.cairn.executor;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.executor.TaskChange.What;
import dev.cairn.program.Operation;

/**
 * Collects the changes of the tasks of an instance, for watchers. Exists only while the instance is watched. Belongs to one
 * state.
 */
public final class TaskChangeCollector extends ForwardingOperationObserver {

    /** Number of changes after which the instance comes to rest, so that they can be reported. */
    static final int CHANGES_THRESHOLD = 1_024;

    private static final int WORKFLOW = 0;

    private enum Phase {
        /** The task is reached. Its start is not decided yet. */
        REACHED,
        STARTED
    }

    private final ObservableInstanceStateBase state;
    private final ProgramTaskTree tree;
    private final List<Operation> operations;
    /** By task; null for those that are not under way. */
    private final Phase[] phases;
    private List<TaskChange> changes = new ArrayList<>(0);
    private long noted;
    private int restsAt = CHANGES_THRESHOLD;
    private boolean silent;
    /** Number of forks after which recording begins, or -1 if no fork begins it. */
    private int forks = -1;

    TaskChangeCollector(ObservableInstanceStateBase state) {
        super(state.trace());
        this.state = state;
        this.tree = state.tree();
        this.operations = tree.program().operations();
        this.phases = new Phase[tree.program().tasks().size()];
        for (int operation : state.places()) {
            for (int task = tree.task(operation); task > WORKFLOW; task = tree.parent(task)) {
                phases[task] = Phase.STARTED;
            }
        }
    }

    /** From now on records nothing: the following events are old. */
    public void silence() {
        silent = true;
        forks = -1;
    }

    /** From now on notes nothing until the instance has come to where it was made of another one, if that is still to come. */
    public void silenceUntilFork(int number) {
        silent = true;
        forks = state.forksPassed() < number ? number : -1;
    }

    /** From now on notes everything. */
    public void speak() {
        silent = false;
    }

    /** All work under way is cancelled together with the instance. */
    public void cancel() {
        abandon(0, operations.size());
    }

    /** Returns the recorded changes to their reporter, in the order in which they occurred. */
    public List<TaskChange> take() {
        if (changes.isEmpty()) {
            return List.of();
        }
        List<TaskChange> taken = changes;
        changes = new ArrayList<>(taken.size());
        restsAt = CHANGES_THRESHOLD;
        return taken;
    }

    @Override
    public boolean restsBefore(int operation) {
        if (changes.size() < restsAt) {
            return super.restsBefore(operation);
        }
        // Once: who does not take them goes on all the same.
        restsAt = changes.size() + CHANGES_THRESHOLD;
        return true;
    }

    @Override
    public void moves(int from, int to, WorkflowError error) {
        super.moves(from, to, error);
        if (from != OUTSIDE) {
            leave(from, to, error);
        }
        if (forks == state.forksPassed()) {
            speak();
        }
        if (to != OUTSIDE) {
            reach(tree.task(to), from, to);
        }
    }

    /** Innermost first. */
    private void leave(int from, int to, WorkflowError error) {
        int innermost = tree.task(from);
        boolean skipped = error == null && operations.get(from) instanceof Operation.Enter enter && enter.condition() != null
                && enter.skipTo() == to;
        if (phases[innermost] == Phase.REACHED && !skipped) {
            start(innermost);
        }
        if (error == null && operations.get(from) instanceof Operation.Catch handler && handler.retryTo() == to) {
            note(What.RETRIED, innermost);
        }
        for (int task = innermost; task > WORKFLOW && !tree.goesOn(task, from, to); task = tree.parent(task)) {
            if (phases[task] == Phase.STARTED && !(skipped && task == innermost)) {
                if (error == null) {
                    note(What.COMPLETED, task, state.value(), null, state.correlated(task));
                } else {
                    note(What.FAULTED, task, null, error, null);
                }
            }
            phases[task] = null;
        }
    }

    /** Outermost first. */
    private void reach(int task, int from, int to) {
        if (task <= WORKFLOW || !tree.begins(task, from, to)) {
            return;
        }
        reach(tree.parent(task), from, to);
        phases[task] = Phase.REACHED;
        if (!state.suspended() && !hasCondition(task)) {
            start(task);
        }
    }

    /** True if the task may turn out to be skipped. */
    private boolean hasCondition(int task) {
        int at = tree.start(task);
        while (operations.get(at) instanceof Operation.Clock) {
            at++;
        }
        return operations.get(at) instanceof Operation.Enter enter && enter.task() == task && enter.condition() != null;
    }

    private void start(int task) {
        phases[task] = Phase.STARTED;
        note(What.CREATED, task);
        note(What.STARTED, task);
    }

    @Override
    public void abandons(int from, int to) {
        super.abandons(from, to);
        abandon(from, to);
    }

    /** Innermost first. */
    private void abandon(int from, int to) {
        for (int task = phases.length - 1; task > WORKFLOW; task--) {
            if (phases[task] != null && tree.liesIn(task, from, to)) {
                if (phases[task] == Phase.STARTED) {
                    note(What.CANCELLED, task);
                }
                phases[task] = null;
            }
        }
    }

    @Override
    public void retries(int to) {
        super.retries(to);
        int task = tree.task(to);
        if (task > WORKFLOW) {
            goOn(tree.parent(task));
            phases[task] = Phase.STARTED;
            note(What.RETRIED, task);
        }
    }

    /** Outermost first. */
    private void goOn(int task) {
        if (task > WORKFLOW) {
            goOn(tree.parent(task));
            if (phases[task] == null) {
                phases[task] = Phase.STARTED;
                note(What.RESUMED, task);
            }
        }
    }

    @Override
    public void suspends() {
        super.suspends();
        for (int task = 0; task < phases.length; task++) {
            if (phases[task] == Phase.STARTED) {
                note(What.SUSPENDED, task);
            }
        }
    }

    @Override
    public void resumes() {
        super.resumes();
        for (int task = 0; task < phases.length; task++) {
            if (phases[task] == Phase.STARTED) {
                note(What.RESUMED, task);
            } else if (phases[task] == Phase.REACHED && !hasCondition(task)) {
                start(task);
            }
        }
    }

    private void note(What what, int task) {
        note(what, task, null, null, null);
    }

    private void note(What what, int task, JsonNode output, WorkflowError error, JsonNode correlated) {
        if (!silent) {
            changes.add(new TaskChange(noted++, what, task, output, error, correlated));
        }
    }
}
