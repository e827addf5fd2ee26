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
     */
    record Workflow(String workflow, String version, Template input, Location location) implements RunTarget {}
}
