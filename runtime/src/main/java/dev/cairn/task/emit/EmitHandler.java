package dev.cairn.task.emit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.OperationHandler;
import dev.cairn.executor.TransitionResult;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.Operation;

/**
 * {@code emit}: wants an event published, which is the output. An id that the definition does not give is made of the identity of
 * the effect, so an event that is published again after a crash is the same event.
 */
public final class EmitHandler implements OperationHandler {

    private final Operation.Emit operation;
    private final CompiledExpression event;

    /** Links an emission; the expression gives the attributes and data. */
    public EmitHandler(Operation.Emit operation, CompiledExpression event) {
        this.operation = operation;
        this.event = event;
    }

    @Override
    public int run(InstanceState state) {
        JsonNode given = event.evaluate(state, state.value());
        state.checkSize(given);
        String id = state.identity(operation.effect());
        ObjectNode complete = JsonNodeFactory.instance.objectNode();
        complete.put("specversion", CloudEventJsonInspector.VERSION);
        complete.put("id", UUID.nameUUIDFromBytes((state.instanceId() + ':' + id).getBytes(StandardCharsets.UTF_8)).toString());
        complete.put("source", operation.source());
        if (!given.has("time")) {
            complete.put("time", Instant.ofEpochMilli(state.nowMillis()).toString());
        } else if (!given.get("time").isNull()) {
            complete.set("time", given.get("time"));
        }
        for (Map.Entry<String, JsonNode> member : given.properties()) {
            // The event lacks an attribute whose expression gives null.
            if (member.getKey().equals(CloudEventJsonInspector.DATA) || !member.getValue().isNull()) {
                complete.set(member.getKey(), member.getValue());
            }
        }
        String problem = CloudEventJsonInspector.problem(complete);
        if (problem != null) {
            throw ErrorSignal.of(Standard.EXPRESSION, "This is no event", "Cannot emit an event: " + problem);
        }
        state.register(operation.eventRegister(), complete);
        return state.want(new TransitionResult.Call(id, state.operation(), complete, null, state.deadline()));
    }

    @Override
    public int resume(InstanceState state, JournalEvent.OfEffect happening) {
        if (happening instanceof JournalEvent.Completed) {
            state.value(state.register(operation.eventRegister()));
            return state.operation() + 1;
        }
        if (happening instanceof JournalEvent.Failed failed) {
            throw new ErrorSignal(failed.error());
        }
        throw new JournalMismatchException("the outcome of an emission", happening);
    }
}
