package dev.cairn.integrations.messaging.outgoing;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.jboss.logging.Logger;

import dev.cairn.api.EventBus;
import dev.cairn.integrations.messaging.config.LifecycleSubject;
import dev.cairn.spi.ExceptionMessageFormatter;
import io.cloudevents.CloudEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** Sends lifecycle events to the channels that want them, in order. They are not certain: an event that cannot be sent is dropped. */
@Singleton
public class LifecycleForwarder {

    private static final Logger LOG = Logger.getLogger("dev.cairn.messaging");

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

    private void forward(String channel, Multi<CloudEvent> source) {
        source.onItem().transformToUniAndConcatenate(event -> channels.send(channel, event, null).onFailure()
                .recoverWithUni(lost -> {
                    LOG.warnf("CAIRN-0906: Lifecycle event dropped [channel=%s, type=%s]: %s.", channel, event.getType(),
                            ExceptionMessageFormatter.of(lost));
                    return Uni.createFrom().voidItem();
                }))
                .subscribe().with(sent -> {}, behind -> {
                    LOG.warnf("CAIRN-0907: Lifecycle events dropped [channel=%s]: %s. The next ones are sent.", channel,
                            ExceptionMessageFormatter.of(behind));
                    forward(channel, source);
                });
    }
}
