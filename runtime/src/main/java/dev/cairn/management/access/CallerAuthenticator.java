package dev.cairn.management.access;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticator;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/** Finds the identity of the caller, by the authentication that Quarkus is configured with. */
public final class CallerAuthenticator {

    private CallerAuthenticator() {}

    /** The caller; anonymous without credentials, null if the application has no security. Fails if the credentials are wrong. */
    public static Uni<SecurityIdentity> of(RoutingContext routing) {
        HttpAuthenticator authenticator = authenticator(routing);
        if (authenticator == null) {
            return Uni.createFrom().nullItem();
        }
        // Lazy authentication happens now; the router answers its failure as problem details.
        BiConsumer<RoutingContext, Throwable> answeredHere = (any, failure) -> {};
        routing.put(QuarkusHttpUser.AUTH_FAILURE_HANDLER, answeredHere);
        return QuarkusHttpUser.getSecurityIdentity(routing, authenticator.getIdentityProviderManager());
    }

    /** The headers that ask for credentials. A redirect to a login page is not among them: it would mislead programs. */
    public static Uni<Map<CharSequence, String>> challenge(RoutingContext routing) {
        HttpAuthenticator authenticator = authenticator(routing);
        if (authenticator == null) {
            return Uni.createFrom().item(Map.of());
        }
        return authenticator.getChallenge(routing).map(challenge -> {
            Map<CharSequence, String> headers = new HashMap<>(challenge == null ? Map.of() : challenge.getHeaders());
            headers.keySet().removeIf(name -> HttpHeaders.LOCATION.toString().equalsIgnoreCase(name.toString()));
            return headers;
        });
    }

    private static HttpAuthenticator authenticator(RoutingContext routing) {
        return routing.get(HttpAuthenticator.class.getName());
    }
}
