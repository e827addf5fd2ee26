package dev.cairn.quarkus.faulttolerance;

import dev.cairn.quarkus.config.HostGuardConfig;

/**
 * The guards of a host and port.
 *
 * @param origin scheme, host and port
 */
record HostGuard(String origin, HostCircuitBreaker breaker, HostBulkhead bulkhead) {

    /** @param meteredName names the guard in metrics */
    static HostGuard of(String origin, String meteredName, HostGuardConfig config) {
        return new HostGuard(origin, new HostCircuitBreaker(meteredName, config.circuitBreaker()),
                new HostBulkhead(config.bulkhead().maxConcurrentCalls().orElse(Integer.MAX_VALUE),
                        config.bulkhead().queueSize()));
    }

    /** True if no call waits or is under way. */
    boolean isIdle() {
        return bulkhead.isIdle();
    }

    /** True if it is idle and its breaker is closed: a new guard knows almost as much. */
    boolean isForgettable() {
        return isIdle() && breaker.isClosed();
    }
}
