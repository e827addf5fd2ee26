package dev.cairn.definition;

import java.util.List;

/**
 * Properties that all kinds of tasks have.
 *
 * @param name unique in its list
 * @param condition {@code if}, or null
 * @param data rules for its data; never null
 * @param timeout the longest it may take, or null
 * @param then the next task, or null for the next one of the list
 * @param extensions the extensions around it, the outermost first
 * @param location its source location; its pointer is the task's reference, such as {@code /do/2/ship}
 */
public record TaskProperties(
        String name,
        ValueTemplate condition,
        TaskDataRules data,
        DurationSpec timeout,
        FlowDirective then,
        List<ExtensionTasks> extensions,
        SourceLocation location) {

    public TaskProperties {
        extensions = List.copyOf(extensions);
    }
}
