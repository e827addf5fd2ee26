package dev.cairn.integrations.mcp.config;

import java.time.Duration;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn MCP: settings that are read when the application starts.
 */
@ConfigMapping(prefix = "quarkus.cairn.mcp")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface McpCallConfig {

    /**
     * Maximum time of a call, the start of the session or of the program included. The {@code timeout} of the call in its definition
     * takes its place.
     */
    @WithDefault("60S")
    Duration timeout();

    /** Maximum size of the answer to a call by HTTP, and of all that a program writes. */
    @WithDefault("10M")
    MemorySize maxResponseSize();

    /**
     * Maximum number of sessions with servers that are kept. If a call needs another one, the least recently used session without
     * calls is closed.
     */
    @WithDefault("256")
    int maxSessions();

    /** Time after which a session without calls is closed. The next call begins another one. */
    @WithDefault("5M")
    Duration sessionIdleTimeout();
}
