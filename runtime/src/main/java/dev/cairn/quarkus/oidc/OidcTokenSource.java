package dev.cairn.quarkus.oidc;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
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
import io.quarkus.oidc.client.runtime.OidcClientsConfig;
import io.quarkus.tls.CertificateUpdatedEvent;
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
    private final Instance<OidcClientsConfig> configured;
    private final TokenRequestFilter filter;
    private final CairnConfig.HttpClient config;
    private final Instance<OutboundGuard> guard;
    private final TimeSource time;
    private final Map<ClientKey, TokenClient> kept = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    OidcTokenSource(Instance<OidcClients> clients, Instance<OidcClientsConfig> configured, TokenRequestFilter filter,
            CairnConfig config, Instance<OutboundGuard> guard, TimeSource time) {
        this.clients = clients;
        this.configured = configured;
        this.filter = filter;
        this.config = config.httpClient();
        this.guard = guard;
        this.time = time;
    }

    @Override
    public Uni<OutboundCredential> token(JsonNode authentication, OutboundCaller caller, OutboundCredential refused) {
        try {
            JsonNode oauth2 = authentication.path("oauth2");
            return authentication.has("client") ? ofApplication(authentication.path("client").asText(), caller, refused)
                    : of(oauth2, new TokenRequestSettings(oauth2.path("settings"), oauth2.path("discovery").asBoolean()),
                            caller,
                            refused);
        } catch (IllegalArgumentException invalid) {
            return Uni.createFrom().failure(TokenFailure.configuration(invalid.getMessage(), name(authentication), caller));
        }
    }

    private static String name(JsonNode authentication) {
        return authentication.has("client") ? authentication.path("client").asText()
                : authentication.path("oauth2").path("settings").path("authority").asText("unknown");
    }

    private Uni<OutboundCredential> ofApplication(String name, OutboundCaller caller, OutboundCredential refused) {
        String defaultId = OidcClientsConfig.getDefaultClient(configured.get()).id().orElse(DEFAULT_CLIENT);
        OidcClient named = clients.get().getClient(name);
        boolean isDefault = named == null && (name.equals(DEFAULT_CLIENT) || name.equals(defaultId));
        // The client without a name has an id all the same, by which its requests are known.
        return token(new ClientKey(isDefault ? defaultId : name, false, Map.of()),
                key -> named(key.client(), isDefault ? clients.get().getClient() : named), caller, refused);
    }

    private OidcTokenExchange named(String id, OidcClient client) {
        if (client == null) {
            throw new IllegalArgumentException("CAIRN-0854: the application has no OIDC client \"" + id
                    + "\": configure quarkus.oidc-client.\"" + id + "\"");
        }
        OidcTokenExchange exchange = new OidcTokenExchange(id, null, null, false, config.requestTimeout(),
                () -> Uni.createFrom().item(client), null);
        filter.add(id, exchange);
        return exchange;
    }

    private Uni<OutboundCredential> of(JsonNode oauth2, TokenRequestSettings settings, OutboundCaller caller,
            OutboundCredential refused) {
        return token(new ClientKey(null, oauth2.path("dynamic").asBoolean(), settings.form()),
                key -> made(settings, key.dynamic()), caller, refused);
    }

    private OidcTokenExchange made(TokenRequestSettings settings, boolean dynamic) {
        settings.checkKey();
        String id = TokenRequestFilter.OWN + numbers.incrementAndGet();
        HostConnectionConfig connection = HostConnectionReader.of(config, settings.host());
        Duration connectTimeout = config.connectTimeout();
        OidcTokenExchange exchange = new OidcTokenExchange(settings.authority(), settings, dynamic ? guard.get() : null,
                connection.proxyConfigurationName().isPresent(), config.requestTimeout(),
                () -> clients.get().newClient(settings.client(id, connectTimeout,
                        connection.tlsConfigurationName().orElse(null), connection.proxyConfigurationName().orElse(null))),
                () -> filter.remove(id));
        filter.add(id, exchange);
        return exchange;
    }

    private Uni<OutboundCredential> token(ClientKey key, ExchangeFactory factory, OutboundCaller caller,
            OutboundCredential refused) {
        Uni<String> token = null;
        while (token == null) {
            TokenClient client = kept.get(key);
            if (client == null) {
                client = kept.computeIfAbsent(key, absent -> new TokenClient(factory.create(absent), time));
                closeSurplus(client);
            }
            // Null if another call has closed the client since, as surplus.
            token = client.token(caller, refused == null ? null : refused.parameter());
        }
        return token.map(text -> new OutboundCredential("Bearer", text));
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

    /** New connections have the new certificates. */
    void renewed(@Observes CertificateUpdatedEvent event) {
        kept.values().forEach(TokenClient::reconnect);
    }

    @PreDestroy
    void close() {
        kept.forEach((key, client) -> {
            kept.remove(key);
            client.close();
        });
    }

    /** Creates the requests of a client. */
    private interface ExchangeFactory {

        /** @throws IllegalArgumentException if the client cannot be made */
        OidcTokenExchange create(ClientKey key);
    }

    /**
     * A client.
     *
     * @param client id of a client of the application, or null
     * @param dynamic true if input can influence its hosts
     * @param settings of a definition, as they take effect
     */
    private record ClientKey(String client, boolean dynamic, Map<String, Object> settings) {}
}
