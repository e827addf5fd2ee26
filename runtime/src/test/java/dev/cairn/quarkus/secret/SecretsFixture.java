package dev.cairn.quarkus.secret;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import io.smallrye.mutiny.Uni;

/** The stored outcome of a call that is made with secrets. */
public final class SecretsFixture {

    private final ApplicationSecrets secrets = new ApplicationSecrets();

    public SecretsFixture(String secret) {
        this(Map.of("value", secret));
    }

    public SecretsFixture(Map<String, String> fields) {
        secrets.configure(Map.of(), Map.of(), List.of());
        secrets.replace("token", fields);
    }

    public JsonNode kept(JsonNode arguments, JsonNode answer) {
        return outcome(call -> Uni.createFrom().item(answer), arguments);
    }

    public String kept(String argument, String answer) {
        return kept(TextNode.valueOf(argument), TextNode.valueOf(answer)).textValue();
    }

    JsonNode outcome(EffectPerformer performer, JsonNode arguments) {
        EffectCall call = new EffectCall("i", "shop:orders", "1.0.0", "/do/0/pay", "key", arguments);
        return new ConcealingPerformer(performer, secrets).perform(call).await().indefinitely();
    }

    public WorkflowError error(EffectPerformer performer, JsonNode arguments) {
        try {
            throw new AssertionError(outcome(performer, arguments));
        } catch (WorkflowException failure) {
            return failure.error();
        }
    }
}
