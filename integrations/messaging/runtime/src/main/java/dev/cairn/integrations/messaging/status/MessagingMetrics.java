package dev.cairn.integrations.messaging.status;

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

    MessagingMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A series that begins at 1 hides its first increase from a query. */
    @Override
    public void opened(String channel) {
        counter(RECEIVED, "Messages that channels have received", channel);
        counter(REFUSED, "Messages that are no events", channel);
        counter(PAUSED, "How often a channel was paused because events could not be published", channel);
    }

    @Override
    public void received(String channel) {
        registry.counter(RECEIVED, "channel", channel).increment();
    }

    @Override
    public void refused(String channel) {
        registry.counter(REFUSED, "channel", channel).increment();
    }

    @Override
    public void paused(String channel) {
        registry.counter(PAUSED, "channel", channel).increment();
    }

    private void counter(String name, String description, String channel) {
        Counter.builder(name).description(description).tag("channel", channel).register(registry);
    }
}
