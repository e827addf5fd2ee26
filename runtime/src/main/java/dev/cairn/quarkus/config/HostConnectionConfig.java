package dev.cairn.quarkus.config;

import java.util.Locale;
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

    /** The settings for a host, which may be null; a part that they lack is that of all hosts. */
    static HostConnectionConfig of(CairnConfig.HttpClient client, String host) {
        HostConnectionConfig own = host == null ? null : client.host().get(host.toLowerCase(Locale.ROOT));
        return own == null ? client : new HostConnectionConfig() {
            @Override
            public Optional<String> tlsConfigurationName() {
                return own.tlsConfigurationName().or(client::tlsConfigurationName);
            }

            @Override
            public Optional<String> proxyConfigurationName() {
                return own.proxyConfigurationName().or(client::proxyConfigurationName);
            }
        };
    }
}
