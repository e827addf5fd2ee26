package dev.cairn.task.flow;

import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.InstanceState;
import dev.cairn.value.CompiledSchema;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.LazySchema;

/** Validates a value against a schema. A violation raises a validation error of the task. */
final class DataSchemaValidator {

    private static final int VIOLATIONS_NAMED = 10;
    /** Bytes of a value that are looked at for one unit. */
    private static final int BYTES_PER_UNIT = 64;

    private DataSchemaValidator() {}

    /** The schema may be null. */
    static void check(InstanceState state, LazySchema schema, JsonNode value, String what) {
        if (schema == null) {
            return;
        }
        state.checkSize(value);
        state.charge(1 + JsonPayload.of(value).textBytes(Integer.MAX_VALUE) / BYTES_PER_UNIT);
        List<CompiledSchema.Violation> violations = schema.validate(value);
        if (!violations.isEmpty()) {
            String detail = violations.stream().limit(VIOLATIONS_NAMED)
                    .map(violation -> (violation.pointer().isEmpty() ? "/" : violation.pointer()) + ": " + violation.message())
                    .collect(Collectors.joining("; "));
            throw ErrorSignal.of(Standard.VALIDATION, "The " + what + " does not fit its schema", detail);
        }
    }
}
