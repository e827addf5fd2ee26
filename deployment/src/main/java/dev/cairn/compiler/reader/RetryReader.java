package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.cairn.definition.BackoffSpec;
import dev.cairn.definition.BackoffSpec.Growth;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.RetryLimits;
import dev.cairn.definition.RetryPolicy;

/**
 * Reads retry policies.
 */
final class RetryReader {

    private RetryReader() {}

    /** A policy that is written out, or null if it is not there. */
    static RetryPolicy inline(SourceElement element) {
        if (element == null) {
            return null;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            RetryLimits limits = limits(fields.optional("limit"));
            DurationSpec[] jitter = jitter(fields.optional("jitter"));
            return new RetryPolicy(
                    ValueReader.expression(fields.optional("when")),
                    ValueReader.expression(fields.optional("exceptWhen")),
                    new BackoffSpec(ValueReader.duration(fields.optional("delay")), growth(fields.optional("backoff")),
                            jitter[0],
                            jitter[1]),
                    limits,
                    element.location());
        }
    }

    private static Growth growth(SourceElement element) {
        if (element == null) {
            return Growth.CONSTANT;
        }
        List<Growth> found = new ArrayList<>();
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            for (Growth growth : Growth.values()) {
                SourceElement settings = fields.optional(growth.name().toLowerCase(Locale.ROOT));
                if (settings != null) {
                    ElementFieldReader.of(settings).close();
                    found.add(growth);
                }
            }
        }
        if (found.size() > 1) {
            element.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES,
                    "\"constant\", \"linear\" and \"exponential\" exclude each other",
                    "Keep one of them.");
        } else if (found.isEmpty() && element.isObject() && element.value().isEmpty()) {
            element.problem(ReaderErrorCodes.MISSING_PROPERTY, "\"constant\", \"linear\" or \"exponential\" is missing",
                    "Write it such as \"exponential: {}\".");
        }
        return found.isEmpty() ? Growth.CONSTANT : found.get(0);
    }

    private static DurationSpec[] jitter(SourceElement element) {
        DurationSpec[] range = new DurationSpec[2];
        if (element != null) {
            try (ElementFieldReader fields = ElementFieldReader.of(element)) {
                range[0] = ValueReader.duration(fields.required("from"));
                range[1] = ValueReader.duration(fields.required("to"));
            }
        }
        return range;
    }

    private static RetryLimits limits(SourceElement element) {
        if (element == null) {
            return RetryLimits.NONE;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            RetryLimits attempt = attempt(fields.optional("attempt"));
            return new RetryLimits(attempt.maxAttempts(), attempt.attemptDuration(),
                    ValueReader.duration(fields.optional("duration")));
        }
    }

    /** The limits of {@code limit.attempt}. */
    private static RetryLimits attempt(SourceElement element) {
        if (element == null) {
            return RetryLimits.NONE;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement count = fields.optional("count");
            return new RetryLimits(count == null ? null : count.integer(), ValueReader.duration(fields.optional("duration")),
                    null);
        }
    }
}
