package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.RetryPolicy;
import dev.cairn.definition.RetryPolicy.Backoff;

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
        try (ElementFields fields = ElementFields.of(element)) {
            Limits limits = Limits.of(fields.optional("limit"));
            DurationSpec[] jitter = jitter(fields.optional("jitter"));
            return new RetryPolicy(
                    ValueReader.expression(fields.optional("when")),
                    ValueReader.expression(fields.optional("exceptWhen")),
                    ValueReader.duration(fields.optional("delay")),
                    backoff(fields.optional("backoff")),
                    jitter[0],
                    jitter[1],
                    limits.attempts,
                    limits.attemptDuration,
                    limits.duration,
                    element.location());
        }
    }

    private static Backoff backoff(SourceElement element) {
        if (element == null) {
            return Backoff.CONSTANT;
        }
        List<Backoff> found = new ArrayList<>();
        try (ElementFields fields = ElementFields.of(element)) {
            for (Backoff backoff : Backoff.values()) {
                SourceElement settings = fields.optional(backoff.name().toLowerCase(Locale.ROOT));
                if (settings != null) {
                    ElementFields.of(settings).close();
                    found.add(backoff);
                }
            }
        }
        if (found.size() > 1) {
            element.problem(ReaderCodes.EXCLUSIVE_PROPERTIES, "\"constant\", \"linear\" and \"exponential\" exclude each other",
                    "Keep one of them.");
        } else if (found.isEmpty() && element.isObject() && element.value().isEmpty()) {
            element.problem(ReaderCodes.MISSING_PROPERTY, "\"constant\", \"linear\" or \"exponential\" is missing",
                    "Write it such as \"exponential: {}\".");
        }
        return found.isEmpty() ? Backoff.CONSTANT : found.get(0);
    }

    private static DurationSpec[] jitter(SourceElement element) {
        DurationSpec[] range = new DurationSpec[2];
        if (element != null) {
            try (ElementFields fields = ElementFields.of(element)) {
                range[0] = ValueReader.duration(fields.required("from"));
                range[1] = ValueReader.duration(fields.required("to"));
            }
        }
        return range;
    }

    /** {@code limit}; each part may be null. */
    private static final class Limits {

        private Integer attempts;
        private DurationSpec attemptDuration;
        private DurationSpec duration;

        static Limits of(SourceElement element) {
            Limits limits = new Limits();
            if (element != null) {
                try (ElementFields fields = ElementFields.of(element)) {
                    limits.readAttempt(fields.optional("attempt"));
                    limits.duration = ValueReader.duration(fields.optional("duration"));
                }
            }
            return limits;
        }

        private void readAttempt(SourceElement attempt) {
            if (attempt == null) {
                return;
            }
            try (ElementFields fields = ElementFields.of(attempt)) {
                SourceElement count = fields.optional("count");
                attempts = count == null ? null : count.integer();
                attemptDuration = ValueReader.duration(fields.optional("duration"));
            }
        }
    }
}
