package dev.cairn.definition;

import java.util.List;

/**
 * {@code catch} of a {@code try}.
 *
 * @param errors the errors that it handles; never null
 * @param as name of the variable that holds the error
 * @param retry try again, or null
 * @param tasks {@code catch.do}, maybe empty
 * @param then the task after {@code catch.do}, or null for the one after the {@code try}
 * @param location its source location
 */
public record Catch(
        CaughtErrors errors,
        String as,
        RetryPolicy retry,
        List<Task> tasks,
        FlowDirective then,
        SourceLocation location) {

    public Catch {
        tasks = List.copyOf(tasks);
    }
}
