package dev.cairn.integrations.messaging;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.cairn.integrations.messaging.incoming.IncomingChannelPlans;
import dev.cairn.integrations.messaging.mapping.EventMappingPlan;
import io.quarkus.runtime.annotations.Recorder;

/** Brings what the build found into the application. */
@Recorder
public class MessagingRecorder {

    /** The channels in. */
    public Supplier<IncomingChannelPlans> incoming(Map<String, Map<String, String>> expressions, boolean hasKafka,
            boolean hasAmqp) {
        Map<String, EventMappingPlan> mappings = new HashMap<>();
        expressions.forEach((channel, mapping) -> mappings.put(channel, new EventMappingPlan(mapping)));
        IncomingChannelPlans plans = new IncomingChannelPlans(mappings, hasKafka, hasAmqp);
        return () -> plans;
    }
}
