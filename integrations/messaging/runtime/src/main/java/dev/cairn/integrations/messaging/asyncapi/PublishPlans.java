package dev.cairn.integrations.messaging.asyncapi;

import java.util.List;

/** The channels of AsyncAPI documents that workflows publish to. */
public record PublishPlans(List<PublishPlan> plans) {

    public PublishPlans {
        plans = List.copyOf(plans);
    }
}
