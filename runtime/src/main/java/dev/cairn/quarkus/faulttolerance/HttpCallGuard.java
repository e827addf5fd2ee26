package dev.cairn.quarkus.faulttolerance;

import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.quarkus.config.HostGuardConfig;
import io.quarkus.arc.Arc;
import io.quarkus.arc.InstanceHandle;

/** Guards HTTP calls by host. The application has one if it has SmallRye Fault Tolerance. */
public interface HttpCallGuard {

    /** A performer of HTTP calls that refuses those that a guard of their host does not let through. */
    EffectPerformer guard(CallGuardTools tools, HostGuardConfig config);

    /**
     * The guarded performer.
     *
     * @throws IllegalStateException if the application lacks the extension that makes guards
     */
    static EffectPerformer guarded(CallGuardTools tools, HostGuardConfig config) {
        try (InstanceHandle<HttpCallGuard> guard = Arc.container().instance(HttpCallGuard.class)) {
            if (!guard.isAvailable()) {
                throw new IllegalStateException("CAIRN-0884: The configuration has a circuit breaker or a bulkhead in"
                        + " quarkus.cairn.http-client, and the application lacks the extension that makes them. Add it: quarkus"
                        + " extension add quarkus-smallrye-fault-tolerance. Or remove the settings.");
            }
            return guard.get().guard(tools, config);
        }
    }
}
