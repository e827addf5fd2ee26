package dev.cairn.integrations.a2a.config;

import java.time.Duration;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn A2A: settings that are read when the application starts.
 */
@ConfigMapping(prefix = "quarkus.cairn.a2a")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface A2aCallConfig {

    /** Maximum time of a request to an agent, and of a stream of events until the task is asked for. */
    @WithDefault("60S")
    Duration timeout();

    /** Maximum size of the answer to a request, and of a stream of events. */
    @WithDefault("10M")
    MemorySize maxResponseSize();

    /** Time until an agent is first asked about a task that it works on. The time doubles from question to question. */
    @WithDefault("1S")
    Duration pollDelay();

    /** Maximum time between two questions about a task. */
    @WithDefault("1M")
    Duration maxPollDelay();

    /** Number of questions about a task in a row without a usable answer after which the call fails. */
    @WithDefault("10")
    int maxPollFailures();
}
