package dev.cairn.task.listen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.executor.AnswerExpression;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.Operation;

/** {@code listen}: takes in the event that came, or what was done for it, and decides whether others are waited for. */
public final class ConsumeHandler implements OperationHandler {

    private final Operation.Consume operation;
    private final ListenPlan plan;

    /** Null if the task does not reply. */
    private final AnswerExpression reply;

    /**
     * Links the taking in.
     *
     * @param reply the answer to who sent an event, or null
     */
    public ConsumeHandler(Operation.Consume operation, AnswerExpression reply) {
        this.reply = reply;
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
            if (reply != null) {
                reply(state, notes.endTurn(), state.value());
            }
        } else {
            ListenTaskState.Event event = notes.next();
            if (!event.ends(plan)) {
                JsonNode value = event.read(plan);
                values.add(value);
                if (reply != null) {
                    reply(state, CloudEventJsonInspector.key(event.tree()), value);
                }
            }
        }
        state.value(values);
        return notes.isOver() ? operation.done() : plan.condition() ? state.operation() + 1 : operation.again();
    }

    private void reply(InstanceState state, String event, JsonNode value) {
        if (state.replies() != null) {
            // The compiler lets no reply read the clock.
            state.replies().replied(event, () -> reply.capture(state, value, 0));
        }
    }
}
