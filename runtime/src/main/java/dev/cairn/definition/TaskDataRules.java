package dev.cairn.definition;

/**
 * The rules by which a task transforms and checks its data: {@code input}, {@code output} and {@code export}.
 *
 * @param input {@code input}; never null
 * @param output {@code output}; never null
 * @param export {@code export}; never null
 */
public record TaskDataRules(DataInput input, DataOutput output, DataOutput export) {

    /** Data pass the task unchanged. */
    public static final TaskDataRules NONE = new TaskDataRules(DataInput.NONE, DataOutput.NONE, DataOutput.NONE);
}
