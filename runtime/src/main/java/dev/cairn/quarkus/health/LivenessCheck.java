package dev.cairn.quarkus.health;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

import dev.cairn.engine.Engine;

/** The liveness check: down once something has failed that only another start of the application mends. */
@Liveness
@ApplicationScoped
public class LivenessCheck implements HealthCheck {

    private final Engine engine;

    LivenessCheck(Engine engine) {
        this.engine = engine;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("Cairn engine").up();
        engine.fatality().ifPresent(part -> response.down().withData("failed", part));
        return response.build();
    }
}
