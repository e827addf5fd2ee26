package dev.cairn.compiler.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.openapi.OperationLayout.BodySpec;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.definition.openapi.OperationBody;
import dev.cairn.definition.openapi.OperationParameter;
import dev.cairn.definition.openapi.ParameterEncoding;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.definition.openapi.ParameterStyle;
import dev.cairn.value.BodyMediaType;

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
        if (value != null && value.isConstant()) {
            schemas.check(body.schema(), false, value.value(), value.location(), "the body");
            if (problems.hasErrorsAt(value.location())) {
                return null;
            }
        }
        if (type.name().equals(OperationBody.FORM)) {
            return value == null ? new OperationBody(body.mediaType(), fields, Map.of()) : form(body, value);
        }
        if (!fields.isEmpty() || !BodyTypeChoice.isSendable(type)) {
            problems.error(OpenApiErrorCodes.PARAMETER, value == null ? request.location() : value.location(),
                    "The operation \"" + request.operationId() + "\" takes a body of the type \"" + body.mediaType()
                            + "\", which a call cannot send.",
                    "JSON, forms of the type " + OperationBody.FORM
                            + " and text are possible. \"call: http\" sends multipart/form-data as well.");
            return null;
        }
        if (!type.isJson() && value.isConstant() && !value.value().isTextual()) {
            problems.error(OpenApiErrorCodes.VALUE, value.location(),
                    "A body of the type \"" + body.mediaType() + "\" is a string.", "Write it as text.");
        }
        return new OperationBody(body.mediaType(), List.of(), Map.of());
    }

    private OperationBody form(BodySpec body, ValueTemplate value) {
        if (value.value().isTextual() && !value.isConstant()) {
            return new OperationBody(body.mediaType(), List.of(), body.encodings());
        }
        if (!value.value().isObject()) {
            problems.error(OpenApiErrorCodes.VALUE, value.location(), "A form is an object: a value for each field.",
                    "Write it as {name: value}.");
            return null;
        }
        List<OperationParameter> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : value.value().properties()) {
            OperationParameter field = new OperationParameter(member.getKey(), ParameterPlace.FORM,
                    body.encodings().getOrDefault(member.getKey(), DEFAULT_FIELD), false);
            fields.add(field);
            values.put(field.key(), new ValueTemplate(member.getValue(), false, value.location().child(member.getKey())));
        }
        values.remove(OperationBody.KEY);
        return new OperationBody(body.mediaType(), fields, Map.of());
    }
}
