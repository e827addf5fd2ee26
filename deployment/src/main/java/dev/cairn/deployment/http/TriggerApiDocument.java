package dev.cairn.deployment.http;

import java.util.List;

import org.eclipse.microprofile.openapi.models.OpenAPI;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.Schema;
import dev.cairn.deployment.OpenApiModelConverter;

/**
 * The HTTP triggers as an OpenAPI document. It is written as JSON and read by SmallRye OpenAPI, which takes any JSON Schema
 * unchanged this way.
 */
final class TriggerApiDocument {

    /** Id of the operation that shows an instance. */
    static final String READ_OPERATION = "readWorkflowInstance";

    private static final String TAG = "Workflows";

    private TriggerApiDocument() {}

    /** Id of the operation that starts a workflow. */
    static String startOperation(Document document) {
        return "start-" + document.namespace() + "-" + document.name() + "-" + document.version();
    }

    static OpenAPI of(List<Definition> definitions) {
        ObjectNode json = object().put("openapi", "3.1.0");
        json.putObject("info").put("title", "Workflows").put("version", "1");
        ObjectNode paths = json.putObject("paths");
        definitions.forEach(definition -> paths.putObject(definition.http().path()).set("post", start(definition)));
        paths.putObject("/instances").set("get", read());
        return OpenApiModelConverter.of(json);
    }

    private static ObjectNode start(Definition definition) {
        Document document = definition.document();
        ObjectNode operation = object();
        operation.put("operationId", startOperation(document));
        operation.putArray("tags").add(TAG);
        operation.put("summary", document.title() == null ? "Starts the workflow " + document : document.title());
        header(operation, "Prefer", "respond-async: do not wait for the result; wait=<seconds>: wait this long (RFC 7240)");
        header(operation, "Idempotency-Key", "The same key again starts nothing and gives the instance of the first request");
        operation.putObject("requestBody").set("content", json(schema(definition.input().schema())));
        ObjectNode responses = operation.putObject("responses");
        responses.putObject("200").put("description", "The output of the workflow")
                .set("content", json(schema(definition.output().schema())));
        ObjectNode accepted = responses.putObject("202").put("description", "Started; the result is not there yet");
        accepted.putObject("headers").putObject("Location").put("description", "Where the instance can be looked at")
                .set("schema", object().put("type", "string"));
        accepted.set("content", json(properties("id", "workflow", "status")));
        problem(responses, "400", "The body is no JSON or does not fulfil the schema; nothing was started");
        problem(responses, "409", "The instance was cancelled before it had an output");
        problem(responses, "413", "The body is too large; nothing was started");
        problem(responses, "415", "The body is no JSON; nothing was started");
        problem(responses, "422", "The Idempotency-Key was used with another body before; nothing was started");
        problem(responses, "500", "The workflow ended with an error");
        problem(responses, "503", "Nothing can be started now");
        return operation;
    }

    private static ObjectNode read() {
        ObjectNode operation = object();
        operation.put("operationId", READ_OPERATION);
        operation.putArray("tags").add(TAG);
        operation.put("summary", "Shows an instance of a workflow");
        ObjectNode instance = properties("id", "workflow", "version", "status", "createdAt", "updatedAt");
        ObjectNode properties = (ObjectNode) instance.get("properties");
        properties.set("output", object());
        properties.set("error", object().put("type", "object"));
        ObjectNode responses = operation.putObject("responses");
        responses.putObject("200").put("description", "The instance as it is now").set("content", json(instance));
        problem(responses, "404", "There is no such instance, or its retention has ended");
        problem(responses, "503", "Nothing can be read now");
        return operation;
    }

    private static void header(ObjectNode operation, String name, String description) {
        operation.withArray("/parameters").addObject()
                .put("in", "header").put("name", name).put("description", description)
                .set("schema", object().put("type", "string"));
    }

    private static void problem(ObjectNode responses, String status, String description) {
        ObjectNode details = properties("type", "title", "detail", "instance");
        ((ObjectNode) details.get("properties")).set("status", object().put("type", "integer"));
        ObjectNode content = object();
        content.putObject("application/problem+json").set("schema", details);
        responses.putObject(status).put("description", description).set("content", content);
    }

    private static ObjectNode json(JsonNode schema) {
        ObjectNode content = object();
        content.putObject("application/json").set("schema", schema);
        return content;
    }

    private static JsonNode schema(Schema schema) {
        return schema == null ? object() : schema.document();
    }

    private static ObjectNode properties(String... texts) {
        ObjectNode schema = object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (String text : texts) {
            properties.putObject(text).put("type", "string");
        }
        return schema;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
