package dev.cairn.integrations.messaging.incoming;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.reactive.messaging.Message;

import dev.cairn.api.EventBus;
import dev.cairn.integrations.messaging.config.ChannelLimitCheck;
import dev.cairn.integrations.messaging.config.MessagingConfig;
import dev.cairn.integrations.messaging.mapping.BrokerRecordReader;
import dev.cairn.integrations.messaging.status.ChannelObserver;
import dev.cairn.integrations.messaging.status.ChannelState;
import io.quarkus.arc.All;
import io.vertx.core.Vertx;

/** The channels of the application whose messages become events. */
@Singleton
public class IncomingChannels {

    private final IncomingChannelPlans plans;
    private final MessagingConfig config;
    private final Instance<EventBus> events;
    private final Vertx vertx;
    private final ChannelObservers observer;
    private final Map<String, ChannelState> states = new ConcurrentHashMap<>();

    IncomingChannels(IncomingChannelPlans plans, MessagingConfig config, Instance<EventBus> events, Vertx vertx,
            @All List<ChannelObserver> observers) {
        this.plans = plans;
        this.config = config;
        this.events = events;
        this.vertx = vertx;
        this.observer = new ChannelObservers(observers);
    }

    /** The subscriber of a channel; generated beans ask for it, once each. */
    public Flow.Subscriber<Message<?>> subscriber(String channel) {
        MessagingConfig.Incoming settings = config.incoming().get(channel);
        ChannelLimitCheck.check(channel, settings);
        ReceiverLimits limits = new ReceiverLimits(settings.order(), settings.maxInFlight(),
                settings.maxInFlightSize().asLongValue(), settings.maxMessageSize().asLongValue());
        ChannelState state = new ChannelState(channel);
        states.put(channel, state);
        observer.opened(channel);
        BrokerRecordReader reader = new BrokerRecordReader(channel, plans.connectors());
        return new ChannelReceiver(limits, reader, plans.mapper(channel), events.get(),
                (millis, action) -> vertx.setTimer(millis, timer -> action.run()), observer, state);
    }

    /** The states of all channels. */
    public Collection<ChannelState> states() {
        return states.values();
    }
}
