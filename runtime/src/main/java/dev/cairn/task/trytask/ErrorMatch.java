package dev.cairn.task.trytask;

import java.util.List;

import dev.cairn.api.WorkflowError;
import dev.cairn.definition.ErrorFilter;

/** {@code catch.errors.with}: what the filter names must be equal; standard error types are the same under each of their bases. */
final class ErrorMatch {

    private static final List<String> EARLIER_BASES = List.of(WorkflowError.EARLIER_STANDARD_TYPES,
            "https://open-workflow-specification.org/dsl/errors/types/");

    private ErrorMatch() {}

    static boolean matches(ErrorFilter filter, WorkflowError error) {
        return (filter.type() == null || canonicalType(filter.type()).equals(canonicalType(error.type())))
                && (filter.status() == null || filter.status() == error.status())
                && equal(filter.instance(), error.instance())
                && equal(filter.title(), error.title())
                && equal(filter.detail(), error.detail());
    }

    private static boolean equal(String wanted, String actual) {
        return wanted == null || wanted.equals(actual);
    }

    private static String canonicalType(String type) {
        for (String base : EARLIER_BASES) {
            if (type.startsWith(base)) {
                return WorkflowError.STANDARD_TYPES + type.substring(base.length());
            }
        }
        return type;
    }
}
