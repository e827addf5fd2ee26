package dev.cairn.integrations.messaging.outgoing;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.jboss.logging.Logger;

import dev.cairn.api.EventBus;
import dev.cairn.integrations.messaging.config.LifecycleSubject;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.LogRateLimiter;
import dev.cairn.time.TimeSource;
import io.cloudevents.CloudEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;

/** Sends lifecycle events to the channels that want them, in order. They are not certain: an event that cannot be sent is dropped. */
@Singleton
public class LifecycleForwarder {

    private static final Logger LOG = Logger.getLogger("dev.cairn.messaging");
    private static final long REMIND_MILLIS = 60_000;

    private final OutgoingChannels channels;
    private final OutgoingChannelPlans plans;
    private final EventBus events;

    LifecycleForwarder(OutgoingChannels channels, OutgoingChannelPlans plans, EventBus events) {
        this.channels = channels;
        this.plans = plans;
        this.events = events;
    }

    /** After the engine has started, before the application's own observers start instances. */
    void begin(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE + 1) StartupEvent event) {
        plans.channels().forEach((channel, plan) -> {
            if (plan.getLifecycle().contains(LifecycleSubject.WORKFLOW.name())) {
                forward(channel, events.lifecycle());
            }
            if (plan.getLifecycle().contains(LifecycleSubject.TASK.name())) {
                forward(channel, events.taskLifecycle());
            }
        });
    }

    /** Asks for all events at once: the channel bounds those that wait. A send enters the channel when it is subscribed to. */
    private void forward(String channel, Multi<CloudEvent> source) {
        LogRateLimiter losses = new LogRateLimiter(TimeSource.system(), REMIND_MILLIS);
        source.subscribe().with(event -> channels.offer(channel, event).subscribe().with(sent -> {}, lost -> {
            if (losses.isDue()) {
                LOG.warnf("CAIRN-0906: Lifecycle event dropped [channel=%s, type=%s]: %s. So are others that the channel does"
                        + " not take; this is told once a minute.", channel, event.getType(),
                        ExceptionMessageFormatter.of(lost));
            }
        }));
    }
}
