package dev.cairn.api;

import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An error of an instance, as the DSL defines it ("Errors"): problem details of RFC 9457.
 *
 * @param type URI of the kind of error
 * @param status HTTP-like status
 * @param title short, or null
 * @param detail details for people, or null
 * @param instance reference of the task that failed, a JSON pointer, or null
 */
public record WorkflowError(String type, int status, String title, String detail, String instance) {

    /** Base of the URIs of the standard errors (DSL, "Standard error types"). */
    public static final String STANDARD_TYPES = "https://open-workflow-specification.org/spec/1.0.0/errors/";

    /** Base of these URIs in earlier versions of the DSL; an error filter may use either. */
    public static final String EARLIER_STANDARD_TYPES = "https://serverlessworkflow.io/spec/1.0.0/errors/";

    /** Other bases for {@link #STANDARD_TYPES} in definitions and answers of services: each host with either path. */
    private static final List<String> OTHER_BASES = List.of(EARLIER_STANDARD_TYPES,
            "https://open-workflow-specification.org/dsl/errors/types/", "https://serverlessworkflow.io/dsl/errors/types/");

    public WorkflowError {
        Objects.requireNonNull(type, "type is required");
    }

    /** A standard error. */
    public static WorkflowError of(Standard kind, String title, String detail, String instance) {
        return new WorkflowError(kind.type(), kind.status(), title, detail, instance);
    }

    /**
     * Replaces the base of an earlier version of the DSL, or an alias of one, with the base that Cairn emits; returns any other
     * type unchanged.
     *
     * @param type never null
     */
    public static String canonicalType(String type) {
        for (String base : OTHER_BASES) {
            if (type.startsWith(base)) {
                return STANDARD_TYPES + type.substring(base.length());
            }
        }
        return type;
    }

    /** An error of an application, without detail; {@code instance} is the task that fails with it. */
    public static WorkflowError of(String type, int status, String title) {
        return new WorkflowError(type, status, title, null, null);
    }

    /** As the DSL's {@code $error}: absent parts are left out. */
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", type);
        json.put("status", status);
        putIfPresent(json, "instance", instance);
        putIfPresent(json, "title", title);
        putIfPresent(json, "detail", detail);
        return json;
    }

    /** Reads the output of {@link #toJson()}. */
    public static WorkflowError ofJson(JsonNode json) {
        return new WorkflowError(json.path("type").asText(), json.path("status").asInt(), json.path("title").textValue(),
                json.path("detail").textValue(), json.path("instance").textValue());
    }

    private static void putIfPresent(ObjectNode json, String name, String value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    /** The standard error types. */
    public enum Standard {
        CONFIGURATION("configuration", 400),
        VALIDATION("validation", 400),
        EXPRESSION("expression", 400),
        AUTHENTICATION("authentication", 401),
        AUTHORIZATION("authorization", 403),
        TIMEOUT("timeout", 408),
        COMMUNICATION("communication", 500),
        RUNTIME("runtime", 500);

        private final String type;
        private final int status;

        Standard(String name, int status) {
            this.type = STANDARD_TYPES + name;
            this.status = status;
        }

        /** The URI. */
        public String type() {
            return type;
        }

        /** The status that applies unless the error sets another. */
        public int status() {
            return status;
        }
    }
}
