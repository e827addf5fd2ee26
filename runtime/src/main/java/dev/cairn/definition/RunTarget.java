package dev.cairn.definition;

/**
 * What a {@code run} runs.
 */
public sealed interface RunTarget {

    /** Where it was written. */
    Location location();

    /**
     * Another workflow, as an instance of its own.
     *
     * @param workflow {@code namespace:name}
     * @param version the version, or null for the highest that the application has when the instance begins
     * @param input an object or an expression, or null for the input of the task
     * @param dropped true if the output of the workflow is dropped and that of the task is null
     */
    record Workflow(String workflow, String version, Template input, boolean dropped, Location location) implements RunTarget {}

    /**
     * A command of the machine: text for its shell, or a script. The text never has anything of the data in it; those come as
     * arguments, environment and standard input.
     *
     * @param interpreter {@code shell}, or the language of the script
     * @param code the text
     * @param arguments a list of scalars or an expression that gives one, or null for none
     * @param environment an object of scalars or an expression that gives one, or null for none
     * @param stdin what it reads from its standard input: text as it is, anything else as JSON; or null for nothing
     * @param result what of it becomes the output
     */
    record Command(String interpreter, String code, Template arguments, Template environment, Template stdin,
            CommandResult result, Location location) implements RunTarget {}
}
