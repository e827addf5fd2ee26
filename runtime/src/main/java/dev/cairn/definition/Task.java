package dev.cairn.definition;

import java.util.List;
import java.util.stream.Stream;

/**
 * One named unit of a definition. A record for each kind; {@link #properties()} is what they share.
 */
public sealed interface Task {

    /** Properties that all kinds of tasks have. */
    TaskProperties properties();

    /** The name, unique in its list. */
    default String name() {
        return properties().name();
    }

    /** Source location. */
    default SourceLocation location() {
        return properties().location();
    }

    /** The tasks inside of it, without those of its extensions. */
    default List<Task> children() {
        return List.of();
    }

    /**
     * {@code set}: its output is this value; it replaces, it never merges.
     *
     * @param value an object, or an expression
     */
    record Set(TaskProperties properties, ValueTemplate value) implements Task {}

    /**
     * {@code switch}: the first case that holds decides the next task.
     *
     * @param cases in the order they are tried
     */
    record Switch(TaskProperties properties, List<SwitchCase> cases) implements Task {
        public Switch {
            cases = List.copyOf(cases);
        }
    }

    /**
     * {@code do}: tasks one after another.
     *
     * @param tasks at least one
     */
    record Do(TaskProperties properties, List<Task> tasks) implements Task {
        public Do {
            tasks = List.copyOf(tasks);
        }

        @Override
        public List<Task> children() {
            return tasks;
        }
    }

    /**
     * {@code for}: tasks once for each item.
     *
     * @param each name of the variable that holds the item
     * @param at name of the variable that holds the index, from 0
     * @param in the items; evaluated once
     * @param condition {@code while}, or null
     * @param tasks at least one
     */
    record For(TaskProperties properties, String each, String at, ValueTemplate in, ValueTemplate condition, List<Task> tasks)
            implements Task {
        public For {
            tasks = List.copyOf(tasks);
        }

        @Override
        public List<Task> children() {
            return tasks;
        }
    }

    /**
     * {@code fork}: branches that go on at the same time.
     *
     * @param branches at least one
     * @param compete true if the first branch that is done gives the output, and the others are cancelled; else the output is an array
     *        of the outputs of all branches, in the order they were written
     */
    record Fork(TaskProperties properties, List<Task> branches, boolean compete) implements Task {
        public Fork {
            branches = List.copyOf(branches);
        }

        @Override
        public List<Task> children() {
            return branches;
        }
    }

    /**
     * {@code call}: something outside is asked, and its answer is the output.
     *
     * @param each the work for each message of a subscription, or null
     */
    record Call(TaskProperties properties, CallTarget target, ListenLoop each) implements Task {

        /** A call that is no subscription. */
        public Call(TaskProperties properties, CallTarget target) {
            this(properties, target, null);
        }

        @Override
        public List<Task> children() {
            return each == null ? List.of() : each.tasks();
        }
    }

    /**
     * {@code run}: something is run, and its result is the output.
     *
     * @param await false if the task is done as soon as that has begun; then its output is its input
     */
    record Run(TaskProperties properties, RunTarget target, boolean await) implements Task {}

    /**
     * {@code emit}: an event is published, and is the output.
     *
     * @param event its attributes and data
     * @param channel the channel of the application that it names in its metadata, or null
     */
    record Emit(TaskProperties properties, ValueTemplate event, String channel) implements Task {}

    /**
     * {@code listen}: events are waited for; those that were taken are the output, an array.
     *
     * @param to which events
     * @param read the part of an event that is given
     * @param each the work for each event, or null
     * @param reply the answer to who sent an event as an update, or null
     */
    record Listen(TaskProperties properties, EventConsumption to, EventReadMode read, ListenLoop each, ValueTemplate reply)
            implements Task {
        @Override
        public List<Task> children() {
            return each == null ? List.of() : each.tasks();
        }
    }

    /** {@code wait}: nothing happens for a time. */
    record Wait(TaskProperties properties, DurationSpec duration) implements Task {}

    /** {@code raise}: an error. */
    record Raise(TaskProperties properties, ErrorSpec error) implements Task {}

    /**
     * {@code try}: tasks whose errors are handled.
     *
     * @param tasks at least one
     * @param handler the errors that are caught, and their handling
     */
    record Try(TaskProperties properties, List<Task> tasks, Catch handler) implements Task {
        public Try {
            tasks = List.copyOf(tasks);
        }

        @Override
        public List<Task> children() {
            return Stream.concat(tasks.stream(), handler.tasks().stream()).toList();
        }
    }
}
