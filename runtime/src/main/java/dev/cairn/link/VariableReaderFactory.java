package dev.cairn.link;

import java.time.Instant;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.jq.VariableReader;
import dev.cairn.program.VariableBinding;
import dev.cairn.value.CanonicalArithmetic;

/** Gives each variable of an expression a reader. */
final class VariableReaderFactory {

    private static final long MILLIS_PER_SECOND = 1_000;

    private VariableReaderFactory() {}

    /** @param surroundings gives {@code {secrets, config, authorization}} */
    static VariableReader reader(VariableBinding binding, Supplier<JsonNode> surroundings) {
        int register = binding.register();
        switch (binding.source()) {
            case REGISTER:
                return scope -> ((InstanceState) scope).register(register);
            case CURRENT:
                return scope -> ((InstanceState) scope).value();
            case CONTEXT:
                return scope -> ((InstanceState) scope).context();
            case TASK:
                return scope -> task((InstanceState) scope, binding);
            case WORKFLOW:
                return scope -> workflow((InstanceState) scope, binding);
            case CONSTANT:
                JsonNode constant = binding.constant();
                return scope -> constant;
            case SECRETS:
                return scope -> surroundings.get().path("secrets");
            case CONFIG:
                return scope -> surroundings.get().path("config");
            case AUTHORIZATION:
                return scope -> authorization(binding.constant(), surroundings.get().path("authorization"));
            default:
                throw new IllegalArgumentException("No reader for " + binding);
        }
    }

    private static JsonNode authorization(JsonNode constant, JsonNode standIn) {
        ObjectNode authorization = JsonNodeFactory.instance.objectNode();
        authorization.setAll((ObjectNode) constant);
        return authorization.put("parameter", standIn.textValue());
    }

    private static JsonNode task(InstanceState state, VariableBinding binding) {
        ObjectNode task = JsonNodeFactory.instance.objectNode();
        task.setAll((ObjectNode) binding.constant());
        if (binding.register() >= 0) {
            task.set("input", state.register(binding.register()));
        }
        if (binding.output() >= 0) {
            task.set("output", state.register(binding.output()));
        }
        if (binding.number() >= 0) {
            task.set("startedAt", time(state.number(binding.number())));
        }
        return task;
    }

    private static JsonNode workflow(InstanceState state, VariableBinding binding) {
        ObjectNode workflow = JsonNodeFactory.instance.objectNode();
        workflow.put("id", state.instanceId());
        workflow.setAll((ObjectNode) binding.constant());
        workflow.set("input", state.input());
        workflow.set("startedAt", time(state.startedAtMillis()));
        return workflow;
    }

    /** A date time descriptor of the DSL. */
    private static ObjectNode time(long millis) {
        ObjectNode time = JsonNodeFactory.instance.objectNode();
        time.put("iso8601", Instant.ofEpochMilli(millis).toString());
        ObjectNode epoch = time.putObject("epoch");
        epoch.set("seconds", CanonicalArithmetic.of(Math.floorDiv(millis, MILLIS_PER_SECOND)));
        epoch.set("milliseconds", CanonicalArithmetic.of(millis));
        return time;
    }
}
