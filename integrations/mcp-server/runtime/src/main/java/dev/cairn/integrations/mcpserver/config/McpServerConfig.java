package dev.cairn.integrations.mcpserver.config;

import java.time.Duration;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Workflows as tools of the application's MCP server. */
@ConfigMapping(prefix = "quarkus.cairn.mcp-server")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface McpServerConfig {

    /**
     * Longest time that a call of a tool waits for the end of an instance. After that it answers with the id of the instance, which goes on. `0` answers at once.
     */
    @WithDefault("20s")
    Duration resultTimeout();
}
