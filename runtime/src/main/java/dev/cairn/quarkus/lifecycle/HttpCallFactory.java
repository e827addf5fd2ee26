package dev.cairn.quarkus.lifecycle;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.effect.authentication.CallAuthenticator;
import dev.cairn.effect.authentication.TokenSource;
import dev.cairn.effect.http.HttpClientSettings;
import dev.cairn.effect.http.HttpConnectionRules;
import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.engine.port.CallerTokenRegistry;
import dev.cairn.quarkus.config.CairnConfig;
import dev.cairn.quarkus.config.HostConnectionConfig;
import dev.cairn.quarkus.config.HostConnectionReader;
import dev.cairn.quarkus.secret.TokenConcealer;
import dev.cairn.spi.outbound.OutboundAuthenticator;
import dev.cairn.spi.outbound.OutboundGuard;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.quarkus.tls.runtime.config.TlsConfigUtils;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;

/** Makes the performer of HTTP calls of the configuration: limits, TLS, proxies and credentials. */
@Singleton
public class HttpCallFactory {

    private final Vertx vertx;
    private final CairnConfig.HttpClient config;
    private final TlsConfigurationRegistry tls;
    private final CallerTokenRegistry callers = new CallerTokenRegistry();
    private final Instance<TokenSource> tokens;
    private final Instance<OutboundAuthenticator> authenticator;
    private volatile HttpPerformer performer;

    HttpCallFactory(Vertx vertx, CairnConfig config, TlsConfigurationRegistry tls, Instance<TokenSource> tokens,
            Instance<OutboundAuthenticator> authenticator) {
        this.vertx = vertx;
        this.config = config.httpClient();
        this.tls = tls;
        this.tokens = tokens;
        this.authenticator = authenticator;
    }

    Vertx vertx() {
        return vertx;
    }

    /** Creates the performer, once. */
    HttpPerformer performer(OutboundGuard guard) {
        HttpClientSettings settings = new HttpClientSettings(config.maxConnectionsPerHost(), config.connectTimeout(),
                config.requestTimeout(), config.keepAliveTimeout(), Math.toIntExact(config.maxResponseSize().asLongValue()),
                config.http2());
        performer = new HttpPerformer(vertx, settings, guard, authenticator::get, connections());
        return performer;
    }

    /** New connections have the new certificates. */
    void renewed(@Observes CertificateUpdatedEvent event) {
        HttpPerformer created = performer;
        if (created != null) {
            created.renew(this::connections);
        }
    }

    @Produces
    @Singleton
    OutboundAuthenticator authenticator() {
        return new CallAuthenticator(callers, () -> tokens.isResolvable() ? tokens.get() : null, new TokenConcealer());
    }

    @Produces
    @Singleton
    CallerTokenRegistry callers() {
        return callers;
    }

    private HttpConnectionRules<HttpClientOptions> connections() {
        Map<String, HttpClientOptions> byHost = new HashMap<>();
        config.host().keySet().forEach(host -> byHost.put(host.toLowerCase(Locale.ROOT),
                options(HostConnectionReader.of(config, host), "quarkus.cairn.http-client.host.\"" + host + "\"")));
        return new HttpConnectionRules<>(options(config, "quarkus.cairn.http-client"), byHost);
    }

    private HttpClientOptions options(HostConnectionConfig connection, String property) {
        HttpClientOptions options = new HttpClientOptions();
        connection.tlsConfigurationName().ifPresent(name -> TlsConfigUtils.configure(options, tls(name, property)));
        // Calls say for themselves whether they use TLS.
        options.setSsl(false);
        connection.proxyConfigurationName().ifPresent(name -> ProxyConnection.configure(options, name, property));
        return options;
    }

    private TlsConfiguration tls(String name, String property) {
        return tls.get(name).orElseThrow(() -> new IllegalStateException("CAIRN-0857: The application has no TLS configuration "
                + name + ", which " + property + ".tls-configuration-name names. Configure quarkus.tls.\"" + name
                + "\", or correct the name."));
    }
}
