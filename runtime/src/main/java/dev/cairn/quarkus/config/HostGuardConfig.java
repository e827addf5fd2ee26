package dev.cairn.quarkus.config;

import java.time.Duration;
import java.util.OptionalInt;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithDefault;

/** Circuit breaker and bulkhead of each host. */
@ConfigGroup
public interface HostGuardConfig {

    /** A circuit breaker for each host and port. Needs the extension {@code quarkus-smallrye-fault-tolerance}. */
    CircuitBreaker circuitBreaker();

    /** A bulkhead for each host and port. Needs the extension {@code quarkus-smallrye-fault-tolerance}. */
    Bulkhead bulkhead();

    /** A circuit breaker for each host and port. */
    interface CircuitBreaker {

        /**
         * Refuses calls to a host that keeps failing, without sending them. An answer with a status of 500 or more counts as a failure,
         * as does no answer. The refused task fails with a communication error, which {@code retry} can handle.
         */
        @WithDefault("false")
        boolean enabled();

        /** Number of successive calls that the failures are counted in; from 1 to 100,000. */
        @WithDefault("20")
        int requestVolumeThreshold();

        /** Share of failed calls among these at which the breaker opens, above 0 and at most 1. */
        @WithDefault("0.5")
        double failureRatio();

        /** Time that an open breaker refuses calls before it lets some through. */
        @WithDefault("5S")
        Duration delay();

        /** Number of calls that have to succeed then, so that the breaker closes; from 1 to 100,000. */
        @WithDefault("1")
        int successThreshold();
    }

    /** A bulkhead for each host and port. */
    interface Bulkhead {

        /**
         * Maximum number of calls under way to one host and port. Calls beyond that wait in a queue. Without a value the only limit is
         * {@code max-connections-per-host}.
         */
        OptionalInt maxConcurrentCalls();

        /**
         * Maximum number of calls that wait, from 1 to 1,000; further calls are refused with a communication error, which {@code retry}
         * can handle. A call waits no longer than it may take.
         */
        @WithDefault("100")
        int queueSize();
    }
}
