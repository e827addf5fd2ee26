package dev.cairn.integrations.messaging.status;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts messages by channel; the names of channels are fixed, so their number is bounded. */
@Singleton
public class MessagingMetrics implements ChannelObserver {

    private static final String RECEIVED = "cairn.messaging.received";
    private static final String REFUSED = "cairn.messaging.refused";
    private static final String PAUSED = "cairn.messaging.paused";

    private final MeterRegistry registry;
    private final Map<String, ChannelCounters> counters = new ConcurrentHashMap<>();

    MessagingMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A series that begins at 1 hides its first increase from a query. */
    @Override
    public void opened(String channel) {
        counters.put(channel, new ChannelCounters(counter(RECEIVED, "Messages that channels have received", channel),
                counter(REFUSED, "Messages that are no events", channel),
                counter(PAUSED,
                        "How often a channel was paused because events could not be published, or messages not be refused",
                        channel)));
    }

    @Override
    public void received(String channel) {
        counters.get(channel).received.increment();
    }

    @Override
    public void refused(String channel) {
        counters.get(channel).refused.increment();
    }

    @Override
    public void paused(String channel) {
        counters.get(channel).paused.increment();
    }

    private Counter counter(String name, String description, String channel) {
        return Counter.builder(name).description(description).tag("channel", channel).register(registry);
    }

    private record ChannelCounters(Counter received, Counter refused, Counter paused) {}
}
