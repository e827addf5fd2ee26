package dev.cairn.definition;

/**
 * The rules for the data of a task.
 *
 * @param input {@code input}; never null
 * @param output {@code output}; never null
 * @param export {@code export}; never null
 */
public record TaskData(DataInput input, DataOutput output, DataOutput export) {

    /** Data pass the task unchanged. */
    public static final TaskData NONE = new TaskData(DataInput.NONE, DataOutput.NONE, DataOutput.NONE);
}
