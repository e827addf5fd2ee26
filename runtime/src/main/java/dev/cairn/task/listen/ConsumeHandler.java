package dev.cairn.task.listen;

import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.Operation;

/** {@code listen}: takes in the event that came, or what was done for it, and decides whether others are waited for. */
public final class ConsumeHandler implements OperationHandler {

    private final Operation.Consume operation;
    private final ListenPlan plan;

    /** Links the taking in. */
    public ConsumeHandler(Operation.Consume operation) {
        this.operation = operation;
        this.plan = operation.plan();
    }

    @Override
    public int run(InstanceState state) {
        ListenTaskState notes = ListenTaskState.of(state, plan);
        // The array has no other reference before the task is done, so it grows in place.
        ArrayNode values = (ArrayNode) state.register(plan.registers().values());
        if (plan.each()) {
            values.add(state.value());
        } else {
            ListenTaskState.Event event = notes.next();
            if (!event.ends(plan)) {
                values.add(event.read(plan));
            }
        }
        state.value(values);
        return notes.isOver() ? operation.done() : plan.condition() ? state.operation() + 1 : operation.again();
    }
}
