package dev.cairn.quarkus.health;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

import dev.cairn.engine.Engine;
import dev.cairn.engine.observer.EngineLoad;
import dev.cairn.engine.observer.EngineStatus;

/** The readiness check: down while the store does not answer, or this node has no lease or has not begun to recover. */
@Readiness
@ApplicationScoped
public class ReadinessCheck implements HealthCheck {

    private final Engine engine;

    ReadinessCheck(Engine engine) {
        this.engine = engine;
    }

    @Override
    public HealthCheckResponse call() {
        EngineStatus condition = engine.condition();
        EngineLoad load = condition.load();
        HealthCheckResponseBuilder response = HealthCheckResponse.named("Cairn").status(condition.ready())
                .withData("node", condition.node())
                .withData("store", condition.store())
                .withData("instances", load.instances())
                .withData("recovering", load.recovering())
                .withData("parked", load.parked())
                .withData("waitingWrites", load.waitingWrites());
        condition.leaseMillis().ifPresent(left -> response.withData("leaseMillis", left));
        condition.failing().ifPresent(work -> response.withData("failing", work));
        return response.build();
    }
}
