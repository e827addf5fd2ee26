package dev.cairn.runtime;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

import dev.cairn.driver.Engine;

/** Not ready while the store does not answer: nothing could be started. */
@Readiness
@ApplicationScoped
public class StoreHealthCheck implements HealthCheck {

    private final Engine engine;

    StoreHealthCheck(Engine engine) {
        this.engine = engine;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("Cairn store").up();
        engine.trouble().ifPresent(work -> response.down().withData("failing", work));
        return response.build();
    }
}
