package dev.cairn.integrations.grpc.config;

import java.time.Duration;
import java.util.Optional;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn gRPC: settings that are read when the application starts.
 */
@ConfigMapping(prefix = "quarkus.cairn.grpc")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface GrpcCallConfig {

    /**
     * Maximum time of a call, from its start to the last message of the answer. The server gets it as the deadline. A shorter
     * timeout of the task, or a shorter {@code quarkus.grpc.clients."x".deadline}, takes precedence.
     */
    @WithDefault("60S")
    Duration deadline();

    /** Maximum size of a request in its binary form: one message, or all messages of a stream. */
    @WithDefault("4M")
    MemorySize maxRequestSize();

    /** Maximum size of an answer, in its binary form and as JSON: one message, or all messages of a stream. */
    @WithDefault("10M")
    MemorySize maxResponseSize();

    /** Maximum number of messages that a streamed answer, or a streamed request, may have. */
    @WithDefault("10000")
    int maxStreamMessages();

    /**
     * Maximum number of connections that are kept to servers that definitions name by host and port. If a call needs another one,
     * the least recently used connection without calls is closed.
     */
    @WithDefault("64")
    int maxConnections();

    /** Time after which a connection without calls is closed. The next call opens it again. */
    @WithDefault("60S")
    Duration idleTimeout();

    /**
     * Name of the {@code quarkus.tls} configuration for encrypted calls of a host. Without it, the default {@code quarkus.tls}
     * configuration, or the certificates that the Java runtime trusts.
     */
    Optional<String> tlsConfigurationName();
}
