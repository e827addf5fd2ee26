package dev.cairn.quarkus.config;

import java.util.Locale;
import java.util.Optional;

/** Reads the settings of connections to one host. */
public final class HostConnectionReader {

    private HostConnectionReader() {}

    /** The settings for a host, which may be null; a part that they lack is that of all hosts. */
    public static HostConnectionConfig of(CairnConfig.HttpClient client, String host) {
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
