package dev.cairn.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

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
public record ContainerSpec(String image, ValueTemplate name, Map<String, String> ports, Map<String, String> volumes,
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
