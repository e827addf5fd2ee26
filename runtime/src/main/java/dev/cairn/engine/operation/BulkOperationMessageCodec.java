package dev.cairn.engine.operation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.BulkResult;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.audit.StructuredLogWriter;

/** Bulk operations as nodes send them to each other. Failures keep reason and message, and no cause. */
public final class BulkOperationMessageCodec {

    private static final String STATUS = "status";
    private static final String STATUSES = "statuses";

    private BulkOperationMessageCodec() {}

    public static ObjectNode json(BulkOperation operation) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("id", operation.id()).put("kind", operation.kind().name())
                .put("node", operation.node()).put("state", operation.state().name());
        json.set("filter", json(operation.filter()));
        json.set("origin", json(operation.origin()));
        put(json, "startedAt", operation.startedAt());
        put(json, "endedAt", operation.endedAt());
        put(json, "reachedTo", operation.reachedTo());
        json.put("passes", operation.passes()).put("done", operation.done()).put("failed", operation.failed());
        ArrayNode failures = json.putArray("failures");
        operation.failures().forEach(failure -> failures.addObject().put("instance", failure.instanceId()).set("cause",
                json(failure.cause())));
        if (operation.cause() != null) {
            json.set("cause", json(operation.cause()));
        }
        return json;
    }

    /** Throws any runtime exception if the JSON is malformed. */
    public static BulkOperation read(JsonNode json) {
        List<BulkResult.Failure> failures = new ArrayList<>();
        json.path("failures").forEach(failure -> failures
                .add(new BulkResult.Failure(failure.path("instance").textValue(), failure(failure.required("cause")))));
        return new BulkOperation(json.path("id").textValue(), CommandKind.valueOf(json.path("kind").asText()),
                filter(json.required("filter")), origin(json.required("origin")), json.path("node").textValue(),
                BulkOperation.State.valueOf(json.path("state").asText()), time(json, "startedAt"), time(json, "endedAt"),
                time(json, "reachedTo"), json.path("passes").asInt(), json.path("done").asLong(), json.path("failed").asLong(),
                failures, json.has("cause") ? failure(json.get("cause")) : null);
    }

    static ObjectNode json(CommandOrigin origin) {
        return JsonNodeFactory.instance.objectNode().put("principal", origin.principal()).put("reason", origin.reason());
    }

    static CommandOrigin origin(JsonNode json) {
        return new CommandOrigin(json.path("principal").textValue(), json.path("reason").textValue());
    }

    static ObjectNode json(CairnException failure) {
        return JsonNodeFactory.instance.objectNode().put("reason", failure.reason().name()).put("message",
                StructuredLogWriter.brief(failure.getMessage()));
    }

    static CairnException failure(JsonNode json) {
        return new CairnException(reason(json.path("reason").asText()), json.path("message").textValue(), null);
    }

    /** {@code NOT_CONFIRMED} for a reason that only a node of a later version knows: the message says the rest. */
    private static Reason reason(String name) {
        return Stream.of(Reason.values()).filter(known -> known.name().equals(name)).findFirst().orElse(Reason.NOT_CONFIRMED);
    }

    private static ObjectNode json(InstanceFilter filter) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("workflow", filter.workflow())
                .put("version", filter.version()).put("parked", filter.parked()).put("errorType", filter.errorType())
                .put("parent", filter.parentId()).put("rootsOnly", filter.rootsOnly())
                .put("businessKey", filter.keys().businessKey());
        put(json, "createdFrom", filter.createdFrom());
        put(json, "createdTo", filter.createdTo());
        put(json, "endedFrom", filter.endedFrom());
        put(json, "endedTo", filter.endedTo());
        ArrayNode statuses = json.putArray(STATUSES);
        filter.statuses().forEach(status -> statuses.add(status.name()));
        if (statuses.size() == 1) {
            // Nodes of an earlier version read only this field.
            json.set(STATUS, statuses.get(0));
        }
        ObjectNode attributes = json.putObject("attributes");
        filter.keys().attributes().forEach(attributes::put);
        return json;
    }

    private static InstanceFilter filter(JsonNode json) {
        Map<String, String> attributes = new HashMap<>();
        json.path("attributes").properties().forEach(each -> attributes.put(each.getKey(), each.getValue().textValue()));
        EnumSet<InstanceStatus> statuses = EnumSet.noneOf(InstanceStatus.class);
        Iterable<JsonNode> texts = json.has(STATUSES) ? json.get(STATUSES)
                : json.hasNonNull(STATUS) ? List.of(json.get(STATUS)) : List.of();
        texts.forEach(text -> statuses.add(InstanceStatus.valueOf(text.textValue())));
        return new InstanceFilter(json.path("workflow").textValue(), json.path("version").textValue(), statuses,
                json.path("parked").asBoolean(),
                time(json, "createdFrom"), time(json, "createdTo"), time(json, "endedFrom"), time(json, "endedTo"),
                json.path("errorType").textValue(), json.path("parent").textValue(), json.path("rootsOnly").asBoolean(),
                new SearchKeys(json.path("businessKey").textValue(), attributes));
    }

    private static void put(ObjectNode json, String name, Instant time) {
        if (time != null) {
            json.put(name, time.toString());
        }
    }

    private static Instant time(JsonNode json, String name) {
        return json.hasNonNull(name) ? Instant.parse(json.get(name).textValue()) : null;
    }
}
