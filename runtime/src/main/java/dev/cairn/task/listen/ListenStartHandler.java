package dev.cairn.task.listen;

import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.ListenPlan.ListenRegisters;

/**
 * Begins a {@code listen} task: evaluates the values that its event filters expect, and initializes its registers.
 */
public final class ListenStartHandler implements OperationHandler {

    private final ListenPlan plan;
    private final List<LinkedEventFilter> filters;

    /** Links the beginning of a listening; the filters are all of the plan. */
    public ListenStartHandler(ListenPlan plan, List<LinkedEventFilter> filters) {
        this.plan = plan;
        this.filters = List.copyOf(filters);
    }

    @Override
    public int run(InstanceState state) {
        ObjectNode expected = JsonNodeFactory.instance.objectNode();
        for (int filter = 0; filter < filters.size(); filter++) {
            expected.set(Integer.toString(filter), filters.get(filter).expected(state));
        }
        ListenTaskState.begin(state, plan, expected);
        ListenRegisters registers = plan.registers();
        state.register(registers.values(), JsonNodeFactory.instance.arrayNode());
        state.number(registers.turn(), 0);
        if (plan.each()) {
            state.number(registers.index(), -1);
        }
        return state.operation() + 1;
    }
}
