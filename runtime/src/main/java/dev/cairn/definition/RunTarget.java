package dev.cairn.definition;

/** Target of a {@code run}. */
public sealed interface RunTarget {

    /** Source location. */
    SourceLocation location();

    /**
     * Another workflow, as an instance of its own.
     *
     * @param workflow {@code namespace:name}
     * @param version the version, or null for the highest that the application has when the instance begins
     * @param input an object or an expression, or null for the input of the task
     * @param dropped true if the output of the workflow is dropped and that of the task is null
     */
    record Workflow(String workflow, String version, ValueTemplate input, boolean dropped, SourceLocation location)
            implements RunTarget {}

    /**
     * A command of the machine: text for its shell, or a script. The text never contains any of the data; data are passed as
     * arguments, environment and standard input.
     *
     * @param interpreter {@code shell}, or the language of the script
     * @param code the text
     * @param arguments a list of scalars or an expression that gives one, or null for none
     * @param environment an object of scalars or an expression that gives one, or null for none
     * @param stdin its standard input: a text as it is, any other value as JSON; or null for none
     * @param result the part of its result that becomes the output
     */
    record Command(String interpreter, String code, ValueTemplate arguments, ValueTemplate environment, ValueTemplate stdin,
            CommandReturnMode result, SourceLocation location) implements RunTarget {}

    /**
     * A container, and a command in it.
     *
     * @param container the container
     * @param process the command, with {@code container} as its interpreter. Its code is a text for the shell of the image; if that is
     *        empty, the image says what runs
     */
    record Container(ContainerSpec container, Command process) implements RunTarget {

        @Override
        public SourceLocation location() {
            return process.location();
        }
    }
}
