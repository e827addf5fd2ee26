package dev.cairn.definition;

import java.util.List;

/**
 * {@code catch} of a {@code try}.
 *
 * @param errors which errors; never null
 * @param as name of the variable that holds the error
 * @param when catch only if this holds, or null
 * @param exceptWhen do not catch if this holds, or null
 * @param retry try again, or null
 * @param tasks {@code catch.do}, maybe empty
 * @param then the task after {@code catch.do}, or null for the one after the {@code try}
 * @param location its source location
 */
public record Catch(
        ErrorFilter errors,
        String as,
        Template when,
        Template exceptWhen,
        RetryPolicy retry,
        List<Task> tasks,
        Then then,
        SourceLocation location) {

    public Catch {
        tasks = List.copyOf(tasks);
    }
}
