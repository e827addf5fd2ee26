package dev.cairn.integrations.grpc.channel;

import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.ManagedChannel;

/** A connection of the pool, with the number of its calls. Thread-safe. */
public final class PooledChannel {

    private static final int RETIRED = -1;

    private final ManagedChannel channel;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile long lastUse;

    PooledChannel(ManagedChannel channel) {
        this.channel = channel;
    }

    /** The channel, until {@link #release}. */
    public ManagedChannel channel() {
        return channel;
    }

    /** Counts a call; false if the channel is retired. */
    boolean acquire(long use) {
        int count = calls.get();
        while (count != RETIRED && !calls.compareAndSet(count, count + 1)) {
            count = calls.get();
        }
        if (count != RETIRED) {
            lastUse = use;
        }
        return count != RETIRED;
    }

    /** Ends a call. */
    public void release() {
        calls.decrementAndGet();
    }

    long lastUse() {
        return lastUse;
    }

    /** Closes the channel if it has no call. */
    boolean retire() {
        if (!calls.compareAndSet(0, RETIRED)) {
            return false;
        }
        channel.shutdown();
        return true;
    }
}
