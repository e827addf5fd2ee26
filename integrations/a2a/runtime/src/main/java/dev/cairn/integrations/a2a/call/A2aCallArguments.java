package dev.cairn.integrations.a2a.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.integrations.a2a.agent.AgentAddress;
import dev.cairn.integrations.a2a.agent.AgentRequest;
import dev.cairn.integrations.a2a.protocol.A2aCallErrors;
import dev.cairn.integrations.a2a.protocol.TaskProgress;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.value.JqValues;

/** The arguments of a call, checked where they depend on data. */
final class A2aCallArguments {

    private static final String MESSAGE = "message";
    private static final String CONFIGURATION = "configuration";
    private static final String BLOCKING = "blocking";

    private final CallRequest request;
    private final JsonNode with;

    A2aCallArguments(CallRequest request) {
        this.request = request;
        this.with = request.arguments();
    }

    OutboundCaller caller() {
        return OutboundCaller.of(request);
    }

    String method() {
        return with.path("method").asText();
    }

    /** The task that is asked about, or null for a call of the definition. */
    TaskProgress progress() {
        return with.has("working") ? TaskProgress.read(with.get("working")) : null;
    }

    /** True if the endpoint is that of an agent card. */
    boolean isCard() {
        return with.path("card").booleanValue();
    }

    /** The authentication of the definition, or a missing node. */
    JsonNode authentication() {
        return with.path("authentication");
    }

    /**
     * A request to the endpoint of the definition.
     *
     * @param credential null for none
     */
    AgentRequest request(OutboundCredential credential) {
        if (!with.path("uri").isTextual()) {
            throw invalid("The endpoint of an agent is a URI, not " + JqValues.typeName(with.path("uri")));
        }
        AgentAddress address = new AgentAddress(with.path("uri").textValue(), with.path("dynamic").booleanValue(), credential);
        return new AgentRequest(address, caller(), request.idempotencyKey(), request.traceContext());
    }

    /** The parameters of the definition, or null for none. */
    JsonNode parameters() {
        JsonNode written = with.path("parameters");
        if (written.isMissingNode() || written.isNull()) {
            return null;
        }
        if (!written.isObject()) {
            throw invalid("The parameters of an A2A call are an object, not " + JqValues.typeName(written));
        }
        return written;
    }

    /**
     * The parameters of a message. Its id is the idempotency key if it has none, so that an agent recognizes a repetition. The agent
     * is asked to answer before it has completed the task: the id of the task is durable then.
     *
     * @param stream true if the agent answers by events
     */
    JsonNode message(boolean stream) {
        JsonNode written = parameters();
        if (written == null || !written.path(MESSAGE).isObject()) {
            throw invalid("The parameters of " + method() + " have an object \"message\"");
        }
        ObjectNode parameters = written.deepCopy();
        ObjectNode message = (ObjectNode) parameters.get(MESSAGE);
        fill(message, "kind", MESSAGE);
        fill(message, "role", "user");
        fill(message, "messageId", request.idempotencyKey());
        JsonNode configuration = parameters.path(CONFIGURATION);
        if (!stream && (configuration.isMissingNode() || configuration.isObject() && !configuration.has(BLOCKING))) {
            parameters.withObject("/" + CONFIGURATION).put(BLOCKING, false);
        }
        return parameters;
    }

    private static void fill(ObjectNode message, String name, String value) {
        if (message.path(name).isMissingNode() || message.path(name).isNull()) {
            message.put(name, value);
        }
    }

    /** The id of the task that the parameters name. */
    String taskId() {
        JsonNode id = parameters() == null ? null : parameters().get("id");
        if (id == null || !id.isTextual()) {
            throw invalid("The parameters of " + method() + " have a text \"id\"");
        }
        return id.textValue();
    }

    private RuntimeException invalid(String detail) {
        return A2aCallErrors.COMMON.invalid(request.task(), detail);
    }
}
