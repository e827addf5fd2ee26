package dev.cairn.task.fortask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.Operation;

/** {@code for}: begins the next turn, or leaves the loop after the last. */
public final class LoopTurnHandler implements OperationHandler {

    private final Operation.LoopTurn operation;

    /** Links the turns of a loop. */
    public LoopTurnHandler(Operation.LoopTurn operation) {
        this.operation = operation;
    }

    @Override
    public int run(InstanceState state) {
        JsonNode items = state.register(operation.itemsRegister());
        int turn = (int) state.number(operation.index());
        if (turn >= items.size()) {
            state.register(operation.itemsRegister(), null);
            return operation.exit();
        }
        state.register(operation.each(), items.get(turn));
        state.register(operation.at(), IntNode.valueOf(turn));
        return state.operation() + 1;
    }
}
