package dev.cairn.quarkus.config;

import java.util.Optional;

import io.quarkus.runtime.annotations.ConfigGroup;

/** Connections to a host. */
@ConfigGroup
public interface HostConnectionConfig {

    /**
     * Name of a TLS configuration, {@code x} for {@code quarkus.tls."x"}: trusted certificates, and for mutual TLS the certificate of this
     * application. Without it calls trust the servers that the Java runtime trusts.
     */
    Optional<String> tlsConfigurationName();

    /**
     * Name of a proxy configuration, {@code x} for {@code quarkus.proxy."x"}. The application needs the extension
     * {@code quarkus-proxy-registry} for that.
     */
    Optional<String> proxyConfigurationName();
}
