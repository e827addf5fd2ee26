package dev.cairn.compiler.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.openapi.OperationLayout.BodySpec;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.definition.openapi.OperationBody;
import dev.cairn.definition.openapi.OperationParameter;
import dev.cairn.definition.openapi.ParameterEncoding;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.definition.openapi.ParameterStyle;
import dev.cairn.definition.openapi.PartEncoding;
import dev.cairn.value.BodyMediaType;
import dev.cairn.value.http.FormPartShape;

/** Plans the body of a request, and checks a constant one. */
final class BodyPlanner {

    /** Scalars are written as text, arrays as repeated fields, objects as JSON (OpenAPI, "Encoding Object"). */
    static final ParameterEncoding DEFAULT_FIELD = new ParameterEncoding(ParameterStyle.FORM, true, false, "application/json");

    private final OperationRequest request;
    private final ParameterSchemaCheck schemas;
    private final Map<String, ValueTemplate> values;
    private final ProblemCollector problems;

    BodyPlanner(OperationRequest request, ParameterSchemaCheck schemas, Map<String, ValueTemplate> values,
            ProblemCollector problems) {
        this.request = request;
        this.schemas = schemas;
        this.values = values;
        this.problems = problems;
    }

    /**
     * Plans the body.
     *
     * @param fields fields of a form that the call gives as parameters
     * @return null for no body, and after a problem was reported
     */
    OperationBody plan(BodySpec body, List<OperationParameter> fields) {
        ValueTemplate value = values.get(OperationBody.KEY);
        if (value == null && fields.isEmpty()) {
            return null;
        }
        BodyMediaType type = BodyMediaType.of(body.mediaType());
        boolean multipart = isMultipart(body);
        if (multipart && !areParts(body, value, fields)) {
            return null;
        }
        if (value != null && value.isConstant()) {
            schemas.check(body.schema(), false, multipart ? sample(body, value.value()) : value.value(), value.location(),
                    "the body");
            if (problems.hasErrorsAt(value.location())) {
                return null;
            }
        }
        if (multipart || type.name().equals(OperationBody.FORM)) {
            return value == null ? new OperationBody(body.mediaType(), fields, Map.of(), body.parts())
                    : form(body, value, multipart);
        }
        if (!fields.isEmpty() || !BodyTypeChoice.isSendable(type)) {
            problems.error(OpenApiErrorCodes.PARAMETER, value == null ? request.location() : value.location(),
                    "The operation \"" + request.operationId() + "\" takes a body of the type \"" + body.mediaType()
                            + "\", which a call cannot send.",
                    "JSON, forms and text are possible.");
            return null;
        }
        if (!type.isJson() && value.isConstant() && !value.value().isTextual()) {
            problems.error(OpenApiErrorCodes.VALUE, value.location(),
                    "A body of the type \"" + body.mediaType() + "\" is a string.", "Write it as text.");
        }
        return new OperationBody(body.mediaType(), List.of(), Map.of(), Map.of());
    }

    private static boolean isMultipart(BodySpec body) {
        return BodyMediaType.of(body.mediaType()).name().equals(OperationBody.MULTIPART);
    }

    /** False after objects that are no parts were reported. Expressions are checked when they have values. */
    private boolean areParts(BodySpec body, ValueTemplate value, List<OperationParameter> fields) {
        boolean fit = true;
        for (OperationParameter field : fields) {
            ValueTemplate given = values.get(field.key());
            fit &= isPart(body, field.name(), given.value(), given.location());
        }
        if (value != null && value.value().isObject()) {
            for (Map.Entry<String, JsonNode> field : value.value().properties()) {
                fit &= isPart(body, field.getKey(), field.getValue(), value.location().child(field.getKey()));
            }
        }
        return fit;
    }

    private boolean isPart(BodySpec body, String name, JsonNode value, SourceLocation location) {
        for (JsonNode one : value.isArray() ? value : List.of(value)) {
            if (one.isContainerNode() && takesPart(body, name) && (one.isArray() || FormPartShape.content(one) == null)) {
                problems.error(OpenApiErrorCodes.VALUE, location, "The part \"" + name + "\" of the form has a nested value.",
                        FormPartShape.RULE + ".");
                return false;
            }
        }
        return true;
    }

    /** True if an object is no value of the part, but says more about it. */
    private static boolean takesPart(BodySpec body, String name) {
        PartEncoding encoding = body.parts().get(name);
        return encoding == null || encoding.content() == PartEncoding.Content.TEXT
                || encoding.content() == PartEncoding.Content.FILE;
    }

    /** A multipart form as its schema has it, where a file is text. */
    private static JsonNode sample(BodySpec body, JsonNode form) {
        if (!form.isObject()) {
            return form;
        }
        ObjectNode sample = JsonNodeFactory.instance.objectNode();
        form.properties().forEach(field -> sample.set(field.getKey(), sample(body, field.getKey(), field.getValue())));
        return sample;
    }

    /** The value of a field of a form as its schema has it, where a file is text. */
    static JsonNode sample(BodySpec body, String name, JsonNode value) {
        if (!isMultipart(body) || !takesPart(body, name)) {
            return value;
        }
        if (!value.isArray()) {
            return sample(value);
        }
        ArrayNode elements = JsonNodeFactory.instance.arrayNode();
        value.forEach(element -> elements.add(sample(element)));
        return elements;
    }

    private static JsonNode sample(JsonNode part) {
        String content = part.isObject() ? FormPartShape.content(part) : null;
        JsonNode value = content == null ? part : part.get(content);
        return content == null || value.isTextual() ? value : TextNode.valueOf(value.toString());
    }

    private OperationBody form(BodySpec body, ValueTemplate value, boolean multipart) {
        boolean expression = value.value().isTextual() && !value.isConstant();
        if (!expression && !value.value().isObject()) {
            problems.error(OpenApiErrorCodes.VALUE, value.location(), "A form is an object: a value for each field.",
                    "Write it as {name: value}.");
            return null;
        }
        if (expression || multipart) {
            return new OperationBody(body.mediaType(), List.of(), body.encodings(), body.parts());
        }
        List<OperationParameter> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : value.value().properties()) {
            OperationParameter field = new OperationParameter(member.getKey(), ParameterPlace.FORM,
                    body.encodings().getOrDefault(member.getKey(), DEFAULT_FIELD), false);
            fields.add(field);
            values.put(field.key(), new ValueTemplate(member.getValue(), false, value.location().child(member.getKey())));
        }
        values.remove(OperationBody.KEY);
        return new OperationBody(body.mediaType(), fields, Map.of(), Map.of());
    }
}
