package dev.cairn.executor;

import java.util.Arrays;
import java.util.List;

import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.TaskInfo;

/**
 * The nesting of a program's tasks, and the operation at which each begins. The first task is the workflow, which contains all
 * others.
 */
final class ProgramTaskTree {

    private static final int NONE = -1;

    private final Program program;
    private final List<Operation> operations;
    private final int[] parents;
    /** The first operation of a task or of any in it; {@link #NONE} for a task that has none. */
    private final int[] starts;
    /** Without the tasks that extensions put around it. */
    private final boolean[] holdsTasks;

    ProgramTaskTree(Program program) {
        List<TaskInfo> tasks = program.tasks();
        this.program = program;
        this.operations = program.operations();
        this.parents = new int[tasks.size()];
        this.holdsTasks = new boolean[tasks.size()];
        this.starts = new int[tasks.size()];
        Arrays.fill(starts, NONE);
        for (int task = 0; task < parents.length; task++) {
            parents[task] = holder(tasks, task);
            if (parents[task] != NONE && !extendsHolder(tasks, task)) {
                holdsTasks[parents[task]] = true;
            }
        }
        for (int index = operations.size() - 1; index >= 0; index--) {
            for (int task = operations.get(index).task(); task != NONE; task = parents[task]) {
                starts[task] = index;
            }
        }
    }

    /** Tasks are in the order they were written, so what holds a task is the one before it, or holds that. */
    private int holder(List<TaskInfo> tasks, int task) {
        String reference = tasks.get(task).reference();
        int candidate = task - 1;
        while (candidate != NONE && !reference.startsWith(tasks.get(candidate).reference() + "/")) {
            candidate = parents[candidate];
        }
        return candidate;
    }

    /** True for the tasks that an extension puts around the task that contains them. */
    private boolean extendsHolder(List<TaskInfo> tasks, int task) {
        return tasks.get(task).reference().startsWith(tasks.get(parents[task]).reference() + "/extensions/");
    }

    /** The program that has the tasks. */
    Program program() {
        return program;
    }

    /** The task that holds another, or -1 for the workflow. */
    int parent(int task) {
        return parents[task];
    }

    /** The task an operation belongs to. */
    int task(int operation) {
        return operations.get(operation).task();
    }

    /** True if a task is another one or lies in it. */
    boolean within(int task, int holder) {
        int at = task;
        while (at != NONE && at != holder) {
            at = parents[at];
        }
        return at == holder;
    }

    /** The first operation of a task, or of any in it. */
    int start(int task) {
        return starts[task];
    }

    /** True if a task begins with one of these operations. */
    boolean liesIn(int task, int from, int to) {
        return starts[task] >= from && starts[task] < to;
    }

    /**
     * True if a task that has no tasks in it but those of extensions begins with this operation, be it once more: it does so behind
     * each list of tasks that an extension puts before it, which are not repeated with it.
     */
    boolean beginsLeaf(int operation) {
        int task = task(operation);
        return !holdsTasks[task] && (operation == 0 || task(operation - 1) != task);
    }

    /**
     * True if a task begins when an instance goes from one operation to another. A task without an operation of its own begins when
     * its first task does, unless the instance only comes round inside of it.
     *
     * @param from the operation before, or {@link OperationObserver#OUTSIDE}
     */
    boolean begins(int task, int from, int to) {
        return to != OperationObserver.OUTSIDE && starts[task] == to
                && (task(to) == task || from == OperationObserver.OUTSIDE || !within(task(from), task));
    }

    /** True if an instance that goes from one operation to another is in the same run of a task still. */
    boolean goesOn(int task, int from, int to) {
        return to != OperationObserver.OUTSIDE && within(task(to), task) && !begins(task, from, to);
    }
}
