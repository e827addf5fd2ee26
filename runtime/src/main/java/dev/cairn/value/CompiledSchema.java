package dev.cairn.value;

import java.util.List;
import java.util.regex.PatternSyntaxException;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaException;

/**
 * A JSON Schema that is ready to check values. Draft 2020-12, unless the schema names another version with {@code $schema};
 * {@code format} is an annotation and checks nothing, in every draft. Numbers are equal by their value: 1 is 1.0. Immutable and safe for any thread. Nothing is ever loaded from anywhere: a
 * schema refers only to its own parts.
 */
public final class CompiledSchema {

    /** More violations of one value are not listed. */
    private static final int MAX_VIOLATIONS = 100;

    private final JsonSchema schema;

    private CompiledSchema(JsonSchema schema) {
        this.schema = schema;
    }

    /**
     * Compiles a schema. Takes milliseconds; to be done once for each schema.
     *
     * @param document an object or a boolean; must not be changed afterwards
     * @throws IllegalArgumentException with a message for the author if it cannot be used, such as for a reference that leads
     *         nowhere. A mere violation of the meta-schema is found by {@link #faults(JsonNode)} only
     */
    public static CompiledSchema of(JsonNode document) {
        if (!document.isObject() && !document.isBoolean()) {
            throw new IllegalArgumentException("A JSON Schema is an object, true or false");
        }
        try {
            return new CompiledSchema(JsonSchemaCompiler.compile(document));
        } catch (JsonSchemaException bad) {
            throw new IllegalArgumentException(message(bad), bad);
        } catch (StackOverflowError endless) {
            throw endless();
        }
    }

    /**
     * The faults of a schema: everything that its meta-schema forbids, and otherwise the reason why it cannot be used.
     *
     * @param document any value
     * @return empty for a good schema; pointers lead into the document
     */
    public static List<Violation> faults(JsonNode document) {
        try {
            List<Violation> faults = JsonSchemaCompiler.validate(JsonSchemaCompiler.metaSchema(document), document,
                    MAX_VIOLATIONS);
            if (faults.isEmpty()) {
                // A reference that only leads back to itself shows when a value is checked.
                of(document).check(document);
            }
            return faults;
        } catch (JsonSchemaException | IllegalArgumentException bad) {
            return List.of(new Violation("", message(bad)));
        } catch (StackOverflowError endless) {
            return List.of(new Violation("", endless().getMessage()));
        }
    }

    /**
     * Checks a value.
     *
     * @param value any value; is not changed
     * @return its violations, at most 100; empty if it fulfils the schema
     */
    public List<Violation> validate(JsonNode value) {
        try {
            return check(value);
        } catch (StackOverflowError | ValueException tooDeep) {
            // The schema follows the value down; nothing is left half done.
            return List.of(new Violation("", "is nested too deeply to be checked"));
        }
    }

    private List<Violation> check(JsonNode value) {
        return JsonSchemaCompiler.validate(schema, value, MAX_VIOLATIONS);
    }

    private static IllegalArgumentException endless() {
        return new IllegalArgumentException("A reference of the schema leads back to itself without end");
    }

    private static String message(RuntimeException bad) {
        if (bad.getCause() instanceof PatternSyntaxException syntax) {
            return "\"" + syntax.getPattern() + "\" is no regular expression: " + syntax.getDescription();
        }
        String message = bad.getMessage().lines().findFirst().orElse("");
        return message.startsWith(": ") ? message.substring(2) : message;
    }

    /**
     * A violation.
     *
     * @param pointer JSON pointer of the part of the value; empty for the whole
     * @param message the violation in English; names properties and types but does not repeat values
     */
    public record Violation(String pointer, String message) {}
}
