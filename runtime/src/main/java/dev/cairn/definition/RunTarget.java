package dev.cairn.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

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

    /**
     * The container in which a command runs.
     *
     * @param image name of the image
     * @param name name of the container as text or expression, or null for a name of Cairn's
     * @param ports ports inside of the container, such as {@code 80/tcp}, by port of the machine, such as {@code 127.0.0.1:8080}
     * @param volumes paths inside of the container, maybe with {@code :ro}, by path of the machine or name of the volume
     * @param pull when the image is fetched
     * @param removal when the container is removed after it has ended
     */
    record ContainerSpec(String image, ValueTemplate name, Map<String, String> ports, Map<String, String> volumes,
            PullPolicy pull, Removal removal) {

        public ContainerSpec {
            ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
            volumes = Collections.unmodifiableMap(new LinkedHashMap<>(volumes));
        }

        /** The times at which a container runtime fetches an image. */
        public enum PullPolicy {
            /** If the machine does not have it. */
            IF_NOT_PRESENT,
            /** Before each run. */
            ALWAYS,
            /** Never: the machine has it, or the task fails. */
            NEVER
        }

        /**
         * The removal of a container that has ended.
         *
         * @param policy when it is removed
         * @param afterMillis the delay for {@link RemovalPolicy#EVENTUALLY}, otherwise 0
         */
        public record Removal(RemovalPolicy policy, long afterMillis) {}

        /** The times at which a container that has ended is removed. */
        public enum RemovalPolicy {
            /** As soon as it has ended. */
            ALWAYS,
            /** Never. */
            NEVER,
            /** A while after it has ended. */
            EVENTUALLY
        }
    }
}
