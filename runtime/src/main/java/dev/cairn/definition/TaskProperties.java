package dev.cairn.definition;

/**
 * What every task has.
 *
 * @param name unique in its list
 * @param condition {@code if}, or null
 * @param input {@code input}; never null
 * @param output {@code output}; never null
 * @param export {@code export}; never null
 * @param timeout the longest it may take, or null
 * @param then what comes next, or null for the next task of the list
 * @param location where it stands; its pointer is the task's reference, such as {@code /do/2/ship}
 */
public record TaskProperties(
        String name,
        Template condition,
        DataInput input,
        DataOutput output,
        DataOutput export,
        DurationSpec timeout,
        Then then,
        Location location) {}
