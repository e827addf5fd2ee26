package dev.cairn.runtime;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.driver.EffectCall;
import dev.cairn.driver.Performer;
import io.smallrye.mutiny.Uni;

/** The stored outcome of a call that is made with secrets. */
final class SecretsFixture {

    private final Secrets secrets = new Secrets();

    SecretsFixture(String secret) {
        this(Map.of("value", secret));
    }

    SecretsFixture(Map<String, String> fields) {
        secrets.configure(Map.of(), Map.of(), List.of());
        secrets.replace("token", fields);
    }

    JsonNode kept(JsonNode arguments, JsonNode answer) {
        return outcome(call -> Uni.createFrom().item(answer), arguments);
    }

    String kept(String argument, String answer) {
        return kept(TextNode.valueOf(argument), TextNode.valueOf(answer)).textValue();
    }

    JsonNode outcome(Performer performer, JsonNode arguments) {
        EffectCall call = new EffectCall("i", "shop:orders", "1.0.0", "/do/0/pay", "key", arguments);
        return new ConcealingPerformer(performer, secrets).perform(call).await().indefinitely();
    }

    WorkflowError error(Performer performer, JsonNode arguments) {
        try {
            throw new AssertionError(outcome(performer, arguments));
        } catch (WorkflowException failure) {
            return failure.error();
        }
    }
}
