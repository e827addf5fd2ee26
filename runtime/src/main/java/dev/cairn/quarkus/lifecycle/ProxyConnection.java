package dev.cairn.quarkus.lifecycle;

import java.util.Optional;

import io.quarkus.arc.Arc;
import io.quarkus.arc.InstanceHandle;
import io.quarkus.proxy.ProxyConfiguration;
import io.quarkus.proxy.ProxyConfigurationRegistry;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;

/** Connections through a proxy of Quarkus' configuration. Only for applications that name one. */
final class ProxyConnection {

    private ProxyConnection() {}

    /** @param property prefix of the property that names the proxy */
    static void configure(HttpClientOptions options, String name, String property) {
        Optional<ProxyConfiguration> found;
        try {
            found = find(name);
        } catch (LinkageError absent) {
            found = Optional.empty();
        }
        ProxyConfiguration proxy = found.orElseThrow(() -> new IllegalStateException("CAIRN-0858: The application has no proxy "
                + name + ", which " + property + ".proxy-configuration-name names. Configure quarkus.proxy.\"" + name
                + "\", with the extension quarkus-proxy-registry, or correct the name."));
        ProxyOptions connection = new ProxyOptions().setHost(proxy.host()).setPort(proxy.port())
                .setType(ProxyType.valueOf(proxy.type().name()));
        proxy.username().ifPresent(connection::setUsername);
        proxy.password().ifPresent(connection::setPassword);
        proxy.proxyConnectTimeout().ifPresent(connection::setConnectTimeout);
        options.setProxyOptions(connection);
        proxy.nonProxyHosts().ifPresent(options::setNonProxyHosts);
    }

    private static Optional<ProxyConfiguration> find(String name) {
        InstanceHandle<ProxyConfigurationRegistry> registry = Arc.container().instance(ProxyConfigurationRegistry.class);
        return registry.isAvailable() ? registry.get().get(Optional.of(name)) : Optional.empty();
    }
}
