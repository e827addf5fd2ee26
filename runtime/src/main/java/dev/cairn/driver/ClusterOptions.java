package dev.cairn.driver;

import dev.cairn.spi.Node;

/**
 * How this life of the application shares instances with other nodes.
 *
 * @param node who it is
 * @param failoverMillis how long it takes at the most until other nodes have taken over what a dead one ran; only for a shared store
 */
public record ClusterOptions(Node node, long failoverMillis) {

    /** The shortest failover: a node says ten times as often that it is alive. */
    public static final long LEAST_FAILOVER_MILLIS = 500;

    public ClusterOptions {
        if (failoverMillis < LEAST_FAILOVER_MILLIS) {
            throw new IllegalArgumentException(
                    "A failover takes at least " + LEAST_FAILOVER_MILLIS + " ms, not " + failoverMillis);
        }
    }

    /** How long a heartbeat holds. What is left of the failover is for noticing its end, and for claiming. */
    long leaseMillis() {
        return failoverMillis * 7 / 10;
    }

    /** How often this node says that it is alive, and looks whether others are not. */
    long heartbeatMillis() {
        return failoverMillis / 10;
    }
}
