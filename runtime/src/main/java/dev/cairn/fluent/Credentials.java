package dev.cairn.fluent;

import java.util.Arrays;
import java.util.List;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * Credentials of a call: {@link Flows#basic(String, String)}, {@link Flows#bearer(String)}, {@link Flows#digest(String, String)},
 * {@link Flows#callerToken()}, {@link Flows#oidcClient(String)}, {@link Flows#oauth2(String, String)},
 * {@link Flows#oidc(String, String)}, and their forms with a secret. Immutable.
 */
public sealed class Credentials {

    private final DefinitionFragment part;

    Credentials(DefinitionFragment part) {
        this.part = part;
    }

    /** As {@link Flows#basic}. */
    static Credentials ofUser(String username, String password) {
        return ofUser("basic", username, password);
    }

    /** A user name and a password for a scheme. */
    static Credentials ofUser(String scheme, String username, String password) {
        return new Credentials(
                DefinitionFragment.empty().text(username, scheme, "username").text(password, scheme, "password"));
    }

    /** As {@link Flows#bearer}. */
    static Credentials ofToken(String token) {
        return of(token, "bearer", "token");
    }

    /** A text at a path. */
    static Credentials of(String text, String... path) {
        return new Credentials(DefinitionFragment.empty().text(text, path));
    }

    DefinitionFragment part() {
        return part;
    }

    /**
     * A request for a token of an authorization server: {@link Flows#oauth2(String, String)} or {@link Flows#oidc(String, String)}.
     * Immutable. Strings of the form {@code ${ … }} are jq expressions.
     */
    public static final class TokenRequest extends Credentials {

        private final String scheme;

        TokenRequest(String scheme, DefinitionFragment part) {
            super(part);
            this.scheme = scheme;
        }

        /** A request of a scheme, {@code oauth2} or {@code oidc}. */
        static TokenRequest of(String scheme, String authority, String grant) {
            return new TokenRequest(scheme,
                    DefinitionFragment.empty().text(authority, scheme, "authority").text(grant, scheme, "grant"));
        }

        /** The client, without a secret: it authenticates by an assertion, or not at all. */
        public TokenRequest client(String id) {
            return with(id, "client", "id");
        }

        /**
         * The client with its secret.
         *
         * <pre>{@code
         * oauth2("https://id.example.com", "client_credentials").client("shop", "${ $secrets.shop }")
         * }</pre>
         *
         * @param secret for {@code client_secret_jwt} the key of the signature, for {@code private_key_jwt} a private key in PEM
         */
        public TokenRequest client(String id, String secret) {
            return with(id, "client", "id").with(secret, "client", "secret");
        }

        /** A signed assertion (JWT) that authenticates the client. */
        public TokenRequest clientAssertion(String jwt) {
            return with(jwt, "client", "assertion");
        }

        /**
         * Sets the method by which the client authenticates.
         *
         * @param method {@code client_secret_basic}, {@code client_secret_post} (the default for a client with a secret),
         *        {@code client_secret_jwt}, {@code private_key_jwt} or {@code none}
         */
        public TokenRequest clientAuthentication(String method) {
            return with(method, "client", "authentication");
        }

        /** Sends the request as JSON instead of a form. */
        public TokenRequest asJson() {
            return with("application/json", "request", "encoding");
        }

        /** The scopes of the token. */
        public TokenRequest scopes(String... scopes) {
            return list("scopes", scopes);
        }

        /** The audiences of the token. */
        public TokenRequest audiences(String... audiences) {
            return list("audiences", audiences);
        }

        /** The issuers whose tokens are accepted. */
        public TokenRequest issuers(String... issuers) {
            return list("issuers", issuers);
        }

        /** The user of the grant {@code password}. */
        public TokenRequest user(String username, String password) {
            return with(username, "username").with(password, "password");
        }

        /**
         * The token to exchange, or the refresh token.
         *
         * @param type URN of its type, such as {@code urn:ietf:params:oauth:token-type:access_token}
         */
        public TokenRequest subject(String token, String type) {
            return with(token, "subject", "token").with(type, "subject", "type");
        }

        /** The token of the party that acts for the subject. */
        public TokenRequest actor(String token, String type) {
            return with(token, "actor", "token").with(type, "actor", "type");
        }

        /**
         * The token endpoint, for {@code oauth2} alone.
         *
         * @param endpoint path below the authority, by default {@code /oauth2/token}; or an absolute URI
         */
        public TokenRequest tokenEndpoint(String endpoint) {
            return with(endpoint, "endpoints", "token");
        }

        private TokenRequest list(String name, String... texts) {
            return new TokenRequest(scheme, texts == null || Arrays.asList(texts).contains(null)
                    ? part().absent(name, scheme, name)
                    : part().value(List.of(texts), scheme, name));
        }

        private TokenRequest with(String text, String... path) {
            String[] whole = new String[path.length + 1];
            whole[0] = scheme;
            System.arraycopy(path, 0, whole, 1, path.length);
            return new TokenRequest(scheme, part().text(text, whole));
        }
    }
}
