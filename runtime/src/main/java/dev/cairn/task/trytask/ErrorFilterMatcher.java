package dev.cairn.task.trytask;

import dev.cairn.api.WorkflowError;
import dev.cairn.definition.ErrorFilter;

/** {@code catch.errors.with}: what the filter names must be equal; standard error types are the same under each of their bases. */
final class ErrorFilterMatcher {

    private ErrorFilterMatcher() {}

    static boolean matches(ErrorFilter filter, WorkflowError error) {
        return (filter.type() == null
                || WorkflowError.canonicalType(filter.type()).equals(WorkflowError.canonicalType(error.type())))
                && (filter.status() == null || filter.status() == error.status())
                && equal(filter.instance(), error.instance())
                && equal(filter.title(), error.title())
                && equal(filter.detail(), error.detail());
    }

    private static boolean equal(String wanted, String actual) {
        return wanted == null || wanted.equals(actual);
    }
}
