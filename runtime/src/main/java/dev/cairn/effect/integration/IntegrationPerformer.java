package dev.cairn.effect.integration;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.spi.CallPerformer;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.QuotedErrorException;
import io.smallrye.mutiny.Uni;

/** Hands calls to the integrations that make them. The arguments are {@code {call, with}}. Thread-safe. */
public final class IntegrationPerformer implements EffectPerformer {

    private final Map<String, CallPerformer> performers;

    /** @param performers one for each kind of call */
    public IntegrationPerformer(List<? extends CallPerformer> performers) {
        this.performers = Map.copyOf(performers.stream().collect(Collectors.toMap(CallPerformer::call, Function.identity())));
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        String kind = call.arguments().path("call").asText();
        CallPerformer performer = performers.get(kind);
        if (performer == null) {
            return Uni.createFrom().failure(new WorkflowException(WorkflowError.of(Standard.CONFIGURATION, "No integration",
                    "The application has no extension that makes calls of the kind " + kind, call.task())));
        }
        call.trace().name(kind);
        Map<String, String> trace = new TreeMap<>();
        call.trace().propagate(trace::put);
        return performer.perform(new CallRequest(call.instanceId(), call.workflow(), call.version(), call.task(),
                call.idempotencyKey(), call.arguments().path("with"), trace))
                .onFailure(QuotedErrorException.class).transform(failure -> quoted((QuotedErrorException) failure));
    }

    private static QuotedTextException quoted(QuotedErrorException failure) {
        return new QuotedTextException(failure.text(), failure.quoting());
    }
}
