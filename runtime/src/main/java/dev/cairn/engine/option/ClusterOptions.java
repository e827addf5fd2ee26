package dev.cairn.engine.option;

import dev.cairn.spi.Node;

/**
 * Settings by which this life of the application shares instances with other nodes.
 *
 * @param node this node
 * @param failoverMillis maximum time until other nodes have taken over the instances of a dead one; only for a shared store
 */
public record ClusterOptions(Node node, long failoverMillis) {

    /** The shortest failover: a node says ten times as often that it is alive. */
    public static final long MIN_FAILOVER_MILLIS = 500;

    public ClusterOptions {
        if (failoverMillis < MIN_FAILOVER_MILLIS) {
            throw new IllegalArgumentException(
                    "A failover takes at least " + MIN_FAILOVER_MILLIS + " ms, not " + failoverMillis);
        }
    }

    /**
     * Duration of the lease that a heartbeat renews. The rest of the failover time is for noticing its end, and for claiming.
     */
    public long leaseMillis() {
        return failoverMillis * 7 / 10;
    }

    /** Interval at which this node renews its lease and looks for dead nodes. */
    public long heartbeatMillis() {
        return failoverMillis / 10;
    }
}
