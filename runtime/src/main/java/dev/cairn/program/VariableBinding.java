package dev.cairn.program;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The source of a variable's value in an expression.
 *
 * @param name as the expression has it, without the dollar sign
 * @param source kind of the source
 * @param register a value register, or -1: of the variable itself, or of the raw input for {@link Source#TASK}
 * @param number a number register, or -1: when the task started, for {@link Source#TASK}
 * @param output a value register, or -1: the raw output of the task, for {@link Source#TASK}
 * @param constant the fixed part, or null: the value itself for {@link Source#CONSTANT}, the constant part of {@code $task} and
 *        {@code $workflow}
 */
public record VariableBinding(String name, Source source, int register, int number, int output, JsonNode constant) {

    /** The kinds of variables. */
    public enum Source {
        /** A value register. */
        REGISTER,
        /** The current value: the input of a task that has not changed it yet. */
        CURRENT,
        /** {@code $context}. */
        CONTEXT,
        /** {@code $task}. */
        TASK,
        /** {@code $workflow}. */
        WORKFLOW,
        /** Known when the program was made. */
        CONSTANT,
        /**
         * {@code $secrets}: the constant is a list of the names that are read. Only in arguments of calls and commands, which
         * are never stored.
         */
        SECRETS,
        /**
         * {@code $config}: the constant is an object with the names that are read, each with its value if the build fixes it,
         * otherwise null. Only in arguments of calls and commands, and as the whole of a duration.
         */
        CONFIG,
        /**
         * {@code $authorization}: the constant is an object with the scheme. The parameter is the stand-in of the process. Only in
         * arguments of calls.
         */
        AUTHORIZATION
    }

    /** A variable kept in a register. */
    public static VariableBinding register(String name, int register) {
        return new VariableBinding(name, Source.REGISTER, register, -1, -1, null);
    }

    /** A variable that needs nothing but its source. */
    public static VariableBinding of(String name, Source source) {
        return new VariableBinding(name, source, -1, -1, -1, null);
    }

    /** A variable that never changes. */
    public static VariableBinding constant(String name, JsonNode value) {
        return new VariableBinding(name, Source.CONSTANT, -1, -1, -1, value);
    }
}
