package dev.cairn.quarkus.oidc;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.port.RetryAfterDate;
import io.quarkus.oidc.common.OidcRequestContextProperties;
import io.quarkus.oidc.common.OidcRequestFilter;
import io.quarkus.oidc.common.OidcResponseFilter;
import io.smallrye.mutiny.Uni;

/** Sees the requests of Quarkus' OIDC clients, and hands those of workflows to their exchange. Other clients are left alone. */
@Singleton
public class TokenRequestFilter implements OidcRequestFilter, OidcResponseFilter {

    /** Begins the ids of the clients that Cairn makes. */
    static final String OWN = "dev.cairn:";
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
        String client = client(context.contextProperties());
        OidcTokenExchange exchange = client == null ? null : exchanges.get(client);
        if (exchange != null) {
            return exchange.prepare(context);
        }
        // The exchange of such a client knows whether its host has to be admitted: without it nothing is sent.
        return client != null && client.startsWith(OWN)
                ? Uni.createFrom().failure(new IOException("The OIDC client " + client + " is closed"))
                : Uni.createFrom().voidItem();
    }

    @Override
    public Uni<Void> filter(OidcResponseFilterContext context) {
        String client = client(context.requestProperties());
        OidcTokenExchange exchange = client == null ? null : exchanges.get(client);
        if (exchange != null) {
            String retryAfter = context.responseHeaders().get("retry-after");
            exchange.answered(context.statusCode(),
                    retryAfter == null ? null : waitingHeaders(retryAfter, context.responseHeaders().get("date")));
        }
        return Uni.createFrom().voidItem();
    }

    private static ObjectNode waitingHeaders(String retryAfter, String date) {
        ObjectNode headers = JsonNodeFactory.instance.objectNode().put("retry-after", retryAfter);
        if (date != null) {
            headers.put("date", date);
        }
        RetryAfterDate.complete(headers);
        return headers;
    }

    private static String client(OidcRequestContextProperties properties) {
        return properties == null ? null : properties.getString(CLIENT);
    }
}
