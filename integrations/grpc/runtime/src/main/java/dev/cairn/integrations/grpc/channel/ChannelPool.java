package dev.cairn.integrations.grpc.channel;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.grpc.ManagedChannel;

/**
 * Channels to the servers that definitions name, one for each server. A channel opens its connection with its first call, and closes
 * it after a time without calls. Thread-safe; only a call of a new server takes a lock.
 */
public final class ChannelPool implements AutoCloseable {

    private final Map<ChannelKey, PooledChannel> channels = new ConcurrentHashMap<>();
    private final AtomicLong uses = new AtomicLong();
    private final int maxChannels;
    private final Function<ChannelKey, ManagedChannel> connector;
    private volatile boolean closed;

    /**
     * @param maxChannels channels that are kept, at least 1; calls under way may need more
     * @param connector makes a channel
     */
    public ChannelPool(int maxChannels, Function<ChannelKey, ManagedChannel> connector) {
        this.maxChannels = maxChannels;
        this.connector = connector;
    }

    /** The channel of a server, for one call. The caller releases it. After {@link #close} it refuses calls. */
    public PooledChannel acquire(ChannelKey key) {
        long use = uses.incrementAndGet();
        while (true) {
            PooledChannel channel = channels.get(key);
            if (channel == null) {
                channel = channels.computeIfAbsent(key, missing -> new PooledChannel(connector.apply(missing)));
                retireUnused(key);
            }
            if (channel.acquire(use)) {
                if (closed) {
                    channel.channel().shutdownNow();
                }
                return channel;
            }
            channels.remove(key, channel);
        }
    }

    /** Closes the least recently used channels beyond the limit. A channel with a call stays, until a later server needs its place. */
    private void retireUnused(ChannelKey added) {
        if (channels.size() <= maxChannels) {
            return;
        }
        List<Map.Entry<ChannelKey, PooledChannel>> byUse = channels.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(added))
                .sorted(Comparator.comparingLong(entry -> entry.getValue().lastUse())).toList();
        for (Map.Entry<ChannelKey, PooledChannel> entry : byUse) {
            if (channels.size() <= maxChannels) {
                return;
            }
            if (entry.getValue().retire()) {
                channels.remove(entry.getKey(), entry.getValue());
            }
        }
    }

    int size() {
        return channels.size();
    }

    /** Closes all connections; does not wait for that. */
    @Override
    public void close() {
        closed = true;
        channels.values().forEach(channel -> channel.channel().shutdownNow());
    }
}
