package dev.cairn.quarkus.oidc;

import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.effect.authentication.TokenSource;
import dev.cairn.quarkus.config.CairnConfig;
import dev.cairn.quarkus.config.HostConnectionConfig;
import dev.cairn.quarkus.config.HostConnectionReader;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.time.TimeSource;
import io.quarkus.oidc.client.OidcClient;
import io.quarkus.oidc.client.OidcClients;
import io.smallrye.mutiny.Uni;

/**
 * Tokens by Quarkus' OIDC client: of clients that the application configures, and of clients that are made from the settings of
 * definitions. The clients are kept by their evaluated settings. Thread-safe.
 */
@Singleton
public class OidcTokenSource implements TokenSource {

    /** Maximum number of clients: settings may depend on input. The least recently used is closed. */
    private static final int MAX_CLIENTS = 256;
    private static final String DEFAULT_CLIENT = "default";

    private final Instance<OidcClients> clients;
    private final TokenRequestFilter filter;
    private final CairnConfig.HttpClient config;
    private final Instance<OutboundGuard> guard;
    private final TimeSource time;
    private final Map<JsonNode, TokenClient> kept = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    OidcTokenSource(Instance<OidcClients> clients, TokenRequestFilter filter, CairnConfig config, Instance<OutboundGuard> guard,
            TimeSource time) {
        this.clients = clients;
        this.filter = filter;
        this.config = config.httpClient();
        this.guard = guard;
        this.time = time;
    }

    @Override
    public Uni<OutboundCredential> token(JsonNode authentication, OutboundCaller caller, OutboundCredential refused) {
        TokenClient client = kept.get(authentication);
        if (client == null) {
            try {
                client = kept.computeIfAbsent(authentication, this::create);
            } catch (IllegalArgumentException invalid) {
                return Uni.createFrom().failure(TokenFailure.configuration(invalid.getMessage(), name(authentication), caller));
            }
            closeSurplus(client);
        }
        return client.token(caller, refused == null ? null : refused.parameter())
                .map(token -> new OutboundCredential("Bearer", token));
    }

    private static String name(JsonNode authentication) {
        return authentication.has("client") ? authentication.path("client").asText()
                : authentication.path("oauth2").path("settings").path("authority").asText("unknown");
    }

    private TokenClient create(JsonNode authentication) {
        return new TokenClient(authentication.has("client") ? named(authentication.path("client").asText())
                : of(authentication.path("oauth2")), time);
    }

    private OidcTokenExchange named(String name) {
        OidcClient client = name.equals(DEFAULT_CLIENT) ? clients.get().getClient() : clients.get().getClient(name);
        if (client == null) {
            throw new IllegalArgumentException("CAIRN-0854: the application has no OIDC client \"" + name
                    + "\": configure quarkus.oidc-client.\"" + name + "\"");
        }
        OidcTokenExchange exchange = new OidcTokenExchange(name, null, null, config.requestTimeout(),
                () -> Uni.createFrom().item(client), null);
        filter.add(name.equals(DEFAULT_CLIENT) ? "Default" : name, exchange);
        return exchange;
    }

    private OidcTokenExchange of(JsonNode oauth2) {
        TokenRequestSettings settings = new TokenRequestSettings(oauth2.path("settings"), oauth2.path("discovery").asBoolean());
        String id = "cairn-" + numbers.incrementAndGet();
        HostConnectionConfig connection = HostConnectionReader.of(config, URI.create(settings.authority()).getHost());
        Duration connectTimeout = config.connectTimeout();
        OidcTokenExchange exchange = new OidcTokenExchange(settings.authority(), settings,
                oauth2.path("dynamic").asBoolean() ? guard.get() : null, config.requestTimeout(),
                () -> clients.get().newClient(settings.client(id, connectTimeout,
                        connection.tlsConfigurationName().orElse(null), connection.proxyConfigurationName().orElse(null))),
                () -> filter.remove(id));
        filter.add(id, exchange);
        return exchange;
    }

    private void closeSurplus(TokenClient newest) {
        if (kept.size() <= MAX_CLIENTS) {
            return;
        }
        kept.entrySet().stream().filter(entry -> entry.getValue() != newest)
                .min(Comparator.comparingLong(entry -> entry.getValue().usedMillis()))
                .filter(oldest -> kept.remove(oldest.getKey(), oldest.getValue()))
                .ifPresent(oldest -> oldest.getValue().close());
    }

    @PreDestroy
    void close() {
        kept.values().forEach(TokenClient::close);
    }
}
