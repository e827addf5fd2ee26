package dev.cairn.quarkus.oidc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.quarkus.oidc.common.OidcRequestContextProperties;
import io.quarkus.oidc.common.OidcRequestFilter;
import io.quarkus.oidc.common.OidcResponseFilter;
import io.smallrye.mutiny.Uni;

/** Sees the requests of Quarkus' OIDC clients, and hands those of workflows to their exchange. Other clients are left alone. */
@Singleton
public class TokenRequestFilter implements OidcRequestFilter, OidcResponseFilter {

    private static final String CLIENT = "client-id";

    private final Map<String, OidcTokenExchange> exchanges = new ConcurrentHashMap<>();

    void add(String client, OidcTokenExchange exchange) {
        exchanges.put(client, exchange);
    }

    void remove(String client) {
        exchanges.remove(client);
    }

    @Override
    public Uni<Void> filter(OidcRequestFilterContext context) {
        OidcTokenExchange exchange = exchange(context.contextProperties());
        return exchange == null ? Uni.createFrom().voidItem() : exchange.prepare(context);
    }

    @Override
    public Uni<Void> filter(OidcResponseFilterContext context) {
        OidcTokenExchange exchange = exchange(context.requestProperties());
        if (exchange != null) {
            exchange.answered(context.statusCode());
        }
        return Uni.createFrom().voidItem();
    }

    private OidcTokenExchange exchange(OidcRequestContextProperties properties) {
        String client = properties == null ? null : properties.getString(CLIENT);
        return client == null ? null : exchanges.get(client);
    }
}
