package dev.cairn.integrations.mcp.call;

import java.time.Duration;

import dev.cairn.integrations.mcp.config.McpCallConfig;
import io.quarkus.runtime.configuration.MemorySize;

/** Checks settings: a value out of range keeps the application from starting. */
final class McpSettingCheck {

    private McpSettingCheck() {}

    static void check(McpCallConfig config) {
        positive("timeout", config.timeout());
        positive("session-idle-timeout", config.sessionIdleTimeout());
        bytes("max-response-size", config.maxResponseSize());
        check("max-sessions", config.maxSessions(), config.maxSessions() >= 1, "at least 1");
    }

    static int bytes(String name, MemorySize size) {
        long bytes = size.asLongValue();
        check(name, size.asBigInteger(), bytes >= 1 && bytes <= Integer.MAX_VALUE, "from 1 to " + Integer.MAX_VALUE + " bytes");
        return (int) bytes;
    }

    private static void positive(String name, Duration value) {
        check(name, value, value.toMillis() >= 1, "at least a millisecond");
    }

    private static void check(String name, Object value, boolean good, String range) {
        if (!good) {
            throw new IllegalStateException(
                    "CAIRN-0890: quarkus.cairn.mcp." + name + " is " + value + ". It has to be " + range + ".");
        }
    }
}
