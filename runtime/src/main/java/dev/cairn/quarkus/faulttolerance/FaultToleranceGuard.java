package dev.cairn.quarkus.faulttolerance;

import jakarta.inject.Singleton;

import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.quarkus.config.HostGuardConfig;

/** Guards calls with SmallRye Fault Tolerance. */
@Singleton
public class FaultToleranceGuard implements HttpCallGuard {

    @Override
    public EffectPerformer guard(CallGuardTools tools, HostGuardConfig config) {
        return new HostGuardPerformer(tools, config);
    }
}
