package dev.cairn.integrations.messaging.asyncapi;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.messaging.outgoing.OutgoingChannels;
import dev.cairn.integrations.messaging.outgoing.PublishedMessage;
import dev.cairn.spi.CallPerformer;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** Publishes the messages of AsyncAPI calls. A call is done when the broker has acknowledged its message. */
@Singleton
public class AsyncApiPublisher implements CallPerformer {

    /** The kind of calls. */
    public static final String CALL = "asyncapi";

    /** The header by which a consumer recognizes a repetition. */
    static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final Map<String, PublishPlan> plans = new TreeMap<>();
    private final OutgoingChannels channels;

    AsyncApiPublisher(PublishPlans plans, OutgoingChannels channels) {
        plans.plans().forEach(plan -> this.plans.put(key(plan.document(), plan.documentChannel()), plan));
        this.channels = channels;
    }

    private static String key(String document, String channel) {
        return document + '#' + channel;
    }

    @Override
    public String call() {
        return CALL;
    }

    @Override
    public Uni<JsonNode> perform(CallRequest request) {
        JsonNode arguments = request.arguments();
        PublishPlan plan = plans.get(key(arguments.path("document").asText(), arguments.path("channel").asText()));
        if (plan == null) {
            throw new IllegalStateException("The build found no channel for " + arguments.path("channel"));
        }
        JsonNode payload = arguments.path("payload");
        PublishedMessage message = new PublishedMessage(request.idempotencyKey(), body(payload, plan.contentType()),
                plan.contentType(), headers(request));
        return channels.publish(plan.channel(), message, arguments, request.task()).replaceWith(NullNode.getInstance());
    }

    private static byte[] body(JsonNode payload, String contentType) {
        if (payload.isMissingNode()) {
            return new byte[0];
        }
        return payload.isTextual() && contentType.startsWith("text/")
                ? payload.textValue().getBytes(StandardCharsets.UTF_8)
                : JsonCodec.writeAsJq(payload);
    }

    private static Map<String, String> headers(CallRequest request) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        JsonNode written = request.arguments().path("headers");
        if (!written.isMissingNode() && !written.isNull() && !written.isObject()) {
            throw invalid(request, "The headers of a message are an object, not an " + JqValues.typeName(written));
        }
        for (Map.Entry<String, JsonNode> header : written.properties()) {
            if (header.getValue().isContainerNode()) {
                throw invalid(request, "The header " + header.getKey() + " is an " + JqValues.typeName(header.getValue())
                        + ", and has to be a text, number or boolean");
            }
            if (!header.getValue().isNull()) {
                headers.put(header.getKey(), JqValues.scalarText(header.getValue()));
            }
        }
        headers.putIfAbsent(IDEMPOTENCY_KEY, request.idempotencyKey());
        request.traceContext().forEach(headers::putIfAbsent);
        return headers;
    }

    private static WorkflowException invalid(CallRequest request, String detail) {
        return new WorkflowException(
                WorkflowError.of(WorkflowError.Standard.VALIDATION, "Invalid message", detail, request.task()));
    }
}
