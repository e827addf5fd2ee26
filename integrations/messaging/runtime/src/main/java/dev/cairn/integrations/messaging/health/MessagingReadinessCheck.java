package dev.cairn.integrations.messaging.health;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

import dev.cairn.integrations.messaging.incoming.IncomingChannels;
import dev.cairn.integrations.messaging.status.ChannelState;

/** The readiness check: down while a channel is paused, or has ended. */
@Readiness
@ApplicationScoped
public class MessagingReadinessCheck implements HealthCheck {

    private final IncomingChannels channels;

    MessagingReadinessCheck(IncomingChannels channels) {
        this.channels = channels;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("Cairn messaging")
                .status(channels.states().stream().allMatch(ChannelState::isReceiving));
        channels.states().forEach(state -> response.withData(state.channel(), state.description()));
        return response.build();
    }
}
