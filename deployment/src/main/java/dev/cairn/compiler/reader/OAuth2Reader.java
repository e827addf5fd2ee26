package dev.cairn.compiler.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads the authentications {@code oauth2} and {@code oidc}. The settings get flat names, which a secret can have as the names of its
 * fields.
 */
final class OAuth2Reader {

    private static final String AUTHORIZATION_CODE = "authorization_code";
    private static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
    private static final List<String> GRANTS = List.of("client_credentials", "password", "refresh_token", TOKEN_EXCHANGE,
            AUTHORIZATION_CODE);
    private static final List<String> CLIENT_AUTHENTICATIONS = List.of("client_secret_basic", "client_secret_post",
            "client_secret_jwt", "private_key_jwt", "none");
    private static final List<String> ENCODINGS = List.of("application/x-www-form-urlencoded", "application/json");

    private final Map<String, ValueTemplate> settings = new LinkedHashMap<>();
    private final SourceElement element;

    private OAuth2Reader(SourceElement element) {
        this.element = element;
    }

    /**
     * The authentication, or null after a problem was reported.
     *
     * @param discovery true for {@code oidc}
     */
    static Authentication read(SourceElement element, boolean discovery, List<String> secrets) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            if (fields.has("use")) {
                String secret = AuthenticationReader.secret(fields.optional("use"), secrets);
                return secret == null ? null
                        : new Authentication.OAuth2(discovery, null, Map.of(), AuthenticationReader.whole(element, secret),
                                element.location());
            }
            if (fields.has("oidcClient")) {
                String client = fields.optional("oidcClient").text();
                return client == null ? null : new Authentication.NamedClient(client, element.location());
            }
            return new OAuth2Reader(element).inline(fields, discovery);
        }
    }

    private Authentication inline(ElementFieldReader fields, boolean discovery) {
        ValueTemplate authority = ValueReader.text(fields.required("authority"));
        SourceElement grantElement = fields.required("grant");
        String grant = grantElement == null ? null : grantElement.oneOf(GRANTS);
        put("grant", ValueReader.text(grantElement));
        client(fields.optional("client"));
        request(fields.optional("request"));
        for (String list : List.of("issuers", "scopes", "audiences")) {
            put(list, texts(fields.optional(list)));
        }
        put("username", ValueReader.text(fields.optional("username")));
        put("password", ValueReader.text(fields.optional("password")));
        token("subject", fields.optional("subject"));
        token("actor", fields.optional("actor"));
        if (!discovery) {
            endpoints(fields.optional("endpoints"));
        }
        if (authority == null || grant == null || element.hasErrors() || !fits(grant)) {
            return null;
        }
        return new Authentication.OAuth2(discovery, authority, settings, null, element.location());
    }

    private void client(SourceElement client) {
        if (client == null) {
            return;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(client)) {
            put("client-id", ValueReader.text(fields.optional("id")));
            put("client-secret", ValueReader.text(fields.optional("secret")));
            put("client-assertion", ValueReader.text(fields.optional("assertion")));
            put("client-authentication", choice(fields.optional("authentication"), CLIENT_AUTHENTICATIONS));
        }
    }

    private void request(SourceElement request) {
        if (request == null) {
            return;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(request)) {
            put("encoding", choice(fields.optional("encoding"), ENCODINGS));
        }
    }

    private void token(String name, SourceElement token) {
        if (token == null) {
            return;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(token)) {
            put(name + "-token", ValueReader.text(fields.required("token")));
            put(name + "-type", ValueReader.text(fields.required("type")));
        }
    }

    private void endpoints(SourceElement endpoints) {
        if (endpoints == null) {
            return;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(endpoints)) {
            put("token-endpoint", ValueReader.text(fields.optional("token")));
            for (String unused : List.of("revocation", "introspection")) {
                // Cairn gets tokens and drops them; it neither revokes nor examines any.
                ValueReader.text(fields.optional(unused));
            }
        }
    }

    private static ValueTemplate choice(SourceElement element, List<String> allowed) {
        return element == null || element.oneOf(allowed) == null ? null : ValueReader.text(element);
    }

    /** A list of texts or of expressions. */
    private static ValueTemplate texts(SourceElement list) {
        if (list == null) {
            return null;
        }
        if (!list.isArray()) {
            list.wrongType("a list");
            return null;
        }
        boolean good = true;
        for (int i = 0; i < list.value().size(); i++) {
            good &= list.at(i).text() != null;
        }
        return good ? ValueReader.value(list) : null;
    }

    private void put(String name, ValueTemplate value) {
        if (value != null) {
            settings.put(name, value);
        }
    }

    /** Reports what the grant and the authentication of the client need and do not have. */
    private boolean fits(String grant) {
        if (grant.equals(AUTHORIZATION_CODE)) {
            element.at("grant").problem(ReaderErrorCodes.ATTENDED_GRANT,
                    "The grant \"authorization_code\" needs a person with a browser, and a workflow runs unattended",
                    "Use client_credentials, or pass on the token of the caller with bearer: {from: caller}.");
            return false;
        }
        return switch (grant) {
            case "password" -> needs("The grant \"password\"", "username") & needs("The grant \"password\"", "password")
                    & clientFits();
            case "refresh_token" -> needs("The grant \"refresh_token\"", "subject-token") & clientFits();
            case TOKEN_EXCHANGE -> needs("The grant of a token exchange", "subject-token") & clientFits();
            default -> clientFits();
        };
    }

    /** Without a secret and without another method, a client has nothing to prove itself with: it is a public one. */
    private boolean clientFits() {
        ValueTemplate given = settings.get("client-authentication");
        String method = given != null ? given.value().textValue()
                : settings.containsKey("client-secret") ? "client_secret_post"
                        : "none";
        String what = "The client authentication " + SourceElement.quoted(method);
        if (method.endsWith("_jwt") && settings.containsKey("client-assertion")) {
            return true;
        }
        return needs(what, "client-id") & (method.equals("none") || needs(what, "client-secret"));
    }

    private boolean needs(String what, String setting) {
        if (settings.containsKey(setting)) {
            return true;
        }
        String property = setting.replace("client-", "client.").replace("-token", ".token");
        element.problem(ReaderErrorCodes.GRANT_SETTINGS, what + " needs " + SourceElement.quoted(property), "Add it.");
        return false;
    }
}
