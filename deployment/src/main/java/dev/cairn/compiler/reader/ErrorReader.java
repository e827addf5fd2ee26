package dev.cairn.compiler.reader;

import dev.cairn.definition.ErrorFilter;
import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads errors and error filters.
 */
final class ErrorReader {

    private ErrorReader() {}

    /** An error that is written out; null if it is not there or lacks what it must have. */
    static ErrorSpec inline(SourceElement element) {
        if (element == null) {
            return null;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            ValueTemplate type = ValueReader.text(fields.required("type"));
            ValueTemplate status = status(fields.required("status"));
            ValueTemplate instance = ValueReader.string(fields.optional("instance"));
            ValueTemplate title = ValueReader.string(fields.optional("title"));
            ValueTemplate detail = detail(fields);
            return type == null || status == null ? null : new ErrorSpec(type, status, instance, title, detail);
        }
    }

    private static ValueTemplate status(SourceElement element) {
        if (element == null || element.isWrappedExpression() || element.integer() != null) {
            return ValueReader.value(element);
        }
        return null;
    }

    private static ValueTemplate detail(ElementFieldReader fields) {
        return ValueReader.string(eitherDetail(fields));
    }

    /** {@code detail}, or {@code details} as earlier versions of the DSL called it. */
    private static SourceElement eitherDetail(ElementFieldReader fields) {
        SourceElement detail = fields.optional("detail");
        if (!fields.has("details")) {
            return detail;
        }
        SourceElement details = fields.optional("details");
        if (detail != null) {
            details.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "\"detail\" and \"details\" exclude each other",
                    "\"details\" is the earlier name; keep \"detail\".");
        }
        return details;
    }

    /** {@code catch.errors}. */
    static ErrorFilter filter(SourceElement element) {
        if (element == null) {
            return ErrorFilter.ANY;
        }
        try (ElementFieldReader errors = ElementFieldReader.of(element)) {
            SourceElement with = errors.optional("with");
            if (with == null) {
                return ErrorFilter.ANY;
            }
            if (with.isObject() && with.value().isEmpty()) {
                with.problem(ReaderErrorCodes.INVALID_VALUE, "An error filter must not be empty",
                        "Leave \"errors\" out to catch every error.");
            }
            try (ElementFieldReader fields = ElementFieldReader.of(with)) {
                return new ErrorFilter(literal(fields.optional("type")), status(fields), literal(fields.optional("instance")),
                        literal(fields.optional("title")), literal(eitherDetail(fields)));
            }
        }
    }

    private static Integer status(ElementFieldReader fields) {
        SourceElement status = fields.optional("status");
        if (status == null) {
            return null;
        }
        return status.isWrappedExpression() ? noExpression(status) : status.integer();
    }

    private static String literal(SourceElement element) {
        if (element == null) {
            return null;
        }
        return element.isWrappedExpression() ? noExpression(element) : element.string();
    }

    private static <T> T noExpression(SourceElement element) {
        element.problem(ReaderErrorCodes.INVALID_VALUE, "An error filter has literal values only",
                "Move the expression to \"when\" of the catch.");
        return null;
    }
}
