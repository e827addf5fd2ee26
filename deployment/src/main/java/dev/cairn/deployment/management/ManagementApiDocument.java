package dev.cairn.deployment.management;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.value.JsonCodec;

/** The management API as an OpenAPI document, made from the table of its operations. */
final class ManagementApiDocument {

    static final String SCHEMES = "securitySchemes";
    private static final String TAG = "Cairn management";
    private static final String PREFIX = "Cairn";
    private static final String REFERENCE = "#/components/schemas/" + PREFIX;
    private static final String SCHEME = "CairnManagement";

    private static final Set<ManagementOperation> NEED_JOURNAL = EnumSet.of(ManagementOperation.SHOW_HISTORY,
            ManagementOperation.SHOW_JOURNAL, ManagementOperation.SHOW_COMMANDS, ManagementOperation.LIST_SCHEDULES,
            ManagementOperation.SHOW_SCHEDULE, ManagementOperation.QUERY_INSTANCE,
            ManagementOperation.QUERY_INSTANCE_WITH_ARGUMENT);
    /** Operations that another node may have to do, or of which no outcome is known in time. */
    private static final Set<ManagementOperation> MAY_BE_UNCONFIRMED = EnumSet.of(ManagementOperation.SUSPEND_INSTANCE,
            ManagementOperation.RESUME_INSTANCE, ManagementOperation.CANCEL_INSTANCE, ManagementOperation.COMPENSATE_INSTANCE,
            ManagementOperation.SEND_EVENT, ManagementOperation.SEND_UPDATE, ManagementOperation.FIRE_TIMER,
            ManagementOperation.PUBLISH_EVENT, ManagementOperation.SHOW_OPERATION, ManagementOperation.STOP_OPERATION);

    private final String root;
    private final boolean secured;

    /**
     * @param root absolute path of the API
     * @param secured true if callers need roles
     */
    ManagementApiDocument(String root, boolean secured) {
        this.root = root;
        this.secured = secured;
    }

    /** @param bearer true if callers send tokens, false if they send a name and a password */
    ObjectNode document(boolean bearer) {
        ObjectNode json = object().put("openapi", "3.1.0");
        json.putObject("info").put("title", TAG).put("version", "1");
        ObjectNode paths = json.putObject("paths");
        for (ManagementOperation operation : ManagementOperation.values()) {
            paths.withObjectProperty(root + operation.path()).set(operation.method().toLowerCase(Locale.ROOT),
                    describe(operation));
        }
        ObjectNode components = json.putObject("components");
        ObjectNode schemas = components.putObject("schemas");
        schemas().properties().forEach(schema -> schemas.set(PREFIX + schema.getKey(), schema.getValue()));
        if (secured) {
            components.putObject(SCHEMES).putObject(SCHEME).put("type", "http").put("scheme", bearer ? "bearer" : "basic");
        }
        return json;
    }

    private ObjectNode describe(ManagementOperation operation) {
        ObjectNode json = object();
        json.put("operationId", "cairn" + camelCase(operation.name()));
        json.putArray("tags").add(TAG);
        json.put("summary", operation.summary());
        json.put("description",
                "Needs the permission " + operation.permission().name().toLowerCase(Locale.ROOT) + " of the workflow.");
        operation.pathParameters().forEach(name -> json.withArrayProperty("parameters").addObject().put("in", "path")
                .put("name", name).put("required", true).set("schema", object().put("type", "string")));
        operation.parameters().forEach(parameter -> json.withArrayProperty("parameters").add(describe(parameter)));
        if (operation == ManagementOperation.WATCH_CHANGES) {
            json.withArrayProperty("parameters").addObject().put("in", "header").put("name", "Last-Event-ID")
                    .put("description", "Id of the last event that the client has seen: the stream goes on behind it")
                    .set("schema", object().put("type", "string"));
        }
        if (operation.body() != null) {
            ObjectNode body = json.putObject("requestBody").put("required", true);
            body.putObject("content").putObject("application/json").set("schema", reference(operation.body()));
        }
        ObjectNode responses = json.putObject("responses");
        ObjectNode content = object();
        String mediaType = operation == ManagementOperation.WATCH_CHANGES ? "text/event-stream" : "application/json";
        content.putObject(mediaType).set("schema", reference(operation.answer()));
        new TreeMap<>(statuses(operation))
                .forEach((status, description) -> responses.putObject(status).put("description", description)
                        .set("content", content));
        if (operation == ManagementOperation.FIND_INSTANCES) {
            content.putObject("application/x-ndjson").set("schema", reference("InstanceSummary"));
        }
        describeProblems(operation, responses);
        if (secured) {
            json.putArray("security").addObject().putArray(SCHEME);
        }
        return json;
    }

    /** The statuses of success, with what each says. */
    private static Map<String, String> statuses(ManagementOperation operation) {
        return switch (operation) {
            case START_INSTANCE, FORK_INSTANCE -> Map.of("201", "The instance was made, and is durable", "200",
                    "The idempotency key was used before: the instance that was made then");
            case COMPENSATE_INSTANCE, RETRY_INSTANCE -> Map.of("202", "It is durable that the instance goes on so");
            case CREATE_SCHEDULE ->
                Map.of("201", "The schedule is durable; also if it was created before with the same content");
            case RUN_SCHEDULE -> Map.of("201", "The instance was made, and is durable");
            case BEGIN_OPERATION -> Map.of("202", "The operation goes on in the background");
            default -> Map.of("200", operation.body() == null ? "OK" : "It is done, and durable");
        };
    }

    private static ObjectNode describe(ManagementParameter parameter) {
        ObjectNode json = object().put("in", "query").put("name", parameter.key()).put("description", parameter.description());
        ObjectNode schema = json.putObject("schema");
        switch (parameter.type()) {
            case "object" -> {
                // With this style each property of the object is a parameter of its own.
                json.put("name", "attributes").put("style", "form").put("explode", true);
                schema.put("type", "object").putObject("additionalProperties").put("type", "string");
            }
            case "array" -> schema.put("type", "array").set("items", reference("Status"));
            case "date-time" -> schema.put("type", "string").put("format", "date-time");
            default -> schema.put("type", parameter.type());
        }
        return json;
    }

    private void describeProblems(ManagementOperation operation, ObjectNode responses) {
        problem(responses, "400", "The request is malformed");
        if (secured) {
            problem(responses, "401", "Nobody is authenticated");
            problem(responses, "403", "The caller has no role that permits this for any workflow");
        }
        if (!operation.pathParameters().isEmpty() || !operation.parameters().isEmpty() || operation.body() != null) {
            problem(responses, "404", "It does not exist, or the caller may not see it");
        }
        problem(responses, "405", "The path has no such method; Allow lists those it has");
        if (operation.body() != null) {
            problem(responses, "408", "The body did not arrive in time");
            problem(responses, "413", "The body is too large");
            problem(responses, "415", "The body is not application/json");
        }
        problem(responses, "409", conflict(operation));
        problem(responses, "422", unprocessable(operation));
        if (MAY_BE_UNCONFIRMED.contains(operation)) {
            problem(responses, "504", "It is under way, and not known yet whether it is done");
        }
        if (operation.permission() == ManagementPermission.OPERATE || NEED_JOURNAL.contains(operation)) {
            problem(responses, "501", "The store keeps no journals");
        }
        problem(responses, "503", "The store does not answer, or too much is being looked at");
    }

    /** The meaning of 409, or null if the operation never answers it. */
    private static String conflict(ManagementOperation operation) {
        return switch (operation) {
            case CREATE_SCHEDULE -> "The workflow has another schedule of this name";
            case REPLACE_SCHEDULE -> "A definition states the schedule: pause it, or change the definition";
            case DELETE_SCHEDULE -> "A definition states the schedule: pause it, or remove it from the definition";
            case PAUSE_SCHEDULE, RESUME_SCHEDULE, RUN_SCHEDULE, BACKFILL_SCHEDULE -> null;
            case SEND_UPDATE -> "No task takes the event now, or the instance took it and does not answer";
            case QUERY_INSTANCE, QUERY_INSTANCE_WITH_ARGUMENT ->
                "The journal cannot be replayed with the definition that is deployed";
            default -> operation.permission() == ManagementPermission.OPERATE
                    ? "The instance is not in a phase in which it can do this"
                    : null;
        };
    }

    /** The meaning of 422, or null if the operation never answers it. */
    private static String unprocessable(ManagementOperation operation) {
        String reused = "The idempotency key was used with something else before";
        return switch (operation) {
            case START_INSTANCE, FORK_INSTANCE, SEND_EVENT -> reused;
            case SEND_UPDATE -> reused + ", or the expression that gives the answer failed";
            case QUERY_INSTANCE, QUERY_INSTANCE_WITH_ARGUMENT -> "The expression that gives the answer failed";
            default -> null;
        };
    }

    /** @param description null for a status that does not occur */
    private static void problem(ObjectNode responses, String status, String description) {
        if (description == null) {
            return;
        }
        responses.putObject(status).put("description", description).putObject("content").putObject("application/problem+json")
                .set("schema", reference("Problem"));
    }

    private static ObjectNode reference(String schema) {
        return object().put("$ref", REFERENCE + schema);
    }

    private static String camelCase(String constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    /** The schemas of all answers, by their names. */
    static JsonNode schemas() {
        try (InputStream in = ManagementApiDocument.class.getResourceAsStream("schemas.json")) {
            return JsonCodec.read(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
