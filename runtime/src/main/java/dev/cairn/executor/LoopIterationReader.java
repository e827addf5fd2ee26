package dev.cairn.executor;

import java.util.Arrays;
import java.util.List;

import dev.cairn.api.TaskLoopIteration;
import dev.cairn.program.Operation;

/** The registers with the variables of loops, by the task that is the loop. */
final class LoopIterationReader {

    private static final int NONE = -1;

    private final int[] items;
    private final int[] indexes;

    LoopIterationReader(List<Operation> operations, int tasks) {
        items = new int[tasks];
        indexes = new int[tasks];
        Arrays.fill(items, NONE);
        for (Operation operation : operations) {
            if (operation instanceof Operation.LoopTurn turn) {
                set(turn.task(), turn.each(), turn.at());
            } else if (operation instanceof Operation.ListenTurn turn) {
                set(turn.task(), turn.item(), turn.at());
            }
        }
    }

    private void set(int task, int item, int index) {
        items[task] = item;
        indexes[task] = index;
    }

    /**
     * The present turn of a loop.
     *
     * @param task index of a task, or a negative number for none
     * @return null if the task is no loop
     */
    TaskLoopIteration turn(InstanceState state, int task) {
        return task < 0 || items[task] == NONE ? null
                : new TaskLoopIteration(state.register(indexes[task]).asInt(), state.register(items[task]));
    }
}
