package dev.cairn.task.listen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.Operation;

/** {@code listen}: begins what is done for each event. */
public final class ListenTurnHandler implements OperationHandler {

    private final Operation.ListenTurn operation;
    private final ListenPlan plan;
    private final boolean replies;

    /**
     * Links the beginning of a turn.
     *
     * @param replies true if the task replies to events
     */
    public ListenTurnHandler(Operation.ListenTurn operation, boolean replies) {
        this.replies = replies;
        this.operation = operation;
        this.plan = operation.plan();
    }

    @Override
    public int run(InstanceState state) {
        ListenTaskState notes = ListenTaskState.of(state, plan);
        ListenTaskState.Event event = notes.next();
        if (event.ends(plan)) {
            state.value(state.register(plan.registers().values()));
            return notes.isOver() ? operation.done() : operation.again();
        }
        if (replies) {
            notes.beginTurn(event.tree());
        }
        int register = plan.registers().index();
        long index = state.number(register) + 1;
        JsonNode item = event.read(plan);
        state.number(register, index);
        state.register(operation.item(), item);
        state.register(operation.at(), IntNode.valueOf((int) index));
        state.value(item);
        return state.operation() + 1;
    }
}
