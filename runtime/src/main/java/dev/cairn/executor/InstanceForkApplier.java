package dev.cairn.executor;

import dev.cairn.api.WorkflowError;
import dev.cairn.executor.JournalEvent.Forked;
import dev.cairn.program.TaskInfo;

/** Turns the replayed origin of a fork into the fork where its task begins: with the id and the input of the fork. */
final class InstanceForkApplier extends ForwardingOperationObserver {

    private final InstanceState state;
    private final Forked fork;
    private final int task;
    private final String instanceId;
    /** Id of the instance after the task has begun: that of the next fork, or its own. */
    private String nextId;
    private int runs;

    /** @param earlier the trace of an earlier fork, or null: what it changes comes first */
    InstanceForkApplier(InstanceState state, Forked fork, InstanceForkApplier earlier) {
        super(earlier);
        this.state = state;
        this.fork = fork;
        this.task = task(state, fork);
        this.instanceId = earlier == null ? state.instanceId() : earlier.instanceId;
        this.nextId = instanceId;
        if (earlier == null) {
            state.instanceId(fork.from());
        } else {
            earlier.nextId = fork.from();
        }
    }

    private static int task(InstanceState state, Forked fork) {
        for (int task = 0; task < state.program().program().tasks().size(); task++) {
            TaskInfo info = state.program().program().tasks().get(task);
            if (info.reference().equals(fork.task())) {
                return task;
            }
        }
        throw new JournalMismatchException("no task " + fork.task(), fork);
    }

    @Override
    public void moves(int from, int to, WorkflowError error) {
        super.moves(from, to, error);
        if (runs < fork.run() && state.program().tree().begins(task, from, to) && ++runs == fork.run()) {
            state.value(fork.input().tree());
            state.instanceId(nextId);
            state.passFork();
            state.shiftDeadlines(fork.stoodMillis());
        }
    }
}
