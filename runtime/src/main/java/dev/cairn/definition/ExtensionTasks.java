package dev.cairn.definition;

import java.util.List;

/**
 * The tasks around one task because an extension ({@code use.extensions}) extends tasks of its kind; in the components of a
 * definition, the tasks as they were written. The tasks are those of the extension as they stand around this one task: their
 * references begin with its own.
 *
 * @param name unique in its definition
 * @param when condition of the extension, evaluated each time the task begins; null for always
 * @param before tasks before the extended one; may be empty
 * @param after tasks after it; may be empty
 * @param location its source location
 */
public record ExtensionTasks(String name, ValueTemplate when, List<Task> before, List<Task> after, SourceLocation location) {

    public ExtensionTasks {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
