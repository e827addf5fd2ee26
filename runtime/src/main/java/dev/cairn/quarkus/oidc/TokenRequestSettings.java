package dev.cairn.quarkus.oidc;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.interfaces.RSAKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.value.JqValues;
import io.quarkus.oidc.client.OidcClientConfigBuilder;
import io.quarkus.oidc.client.runtime.OidcClientConfig;
import io.quarkus.oidc.client.runtime.OidcClientConfig.Grant;
import io.quarkus.oidc.common.runtime.config.OidcClientCommonConfig.Credentials.Jwt.Source;
import io.quarkus.oidc.common.runtime.config.OidcClientCommonConfig.Credentials.Secret.Method;
import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.util.KeyUtils;

/** The evaluated settings of {@code oauth2} or {@code oidc}, by flat names. Immutable. */
final class TokenRequestSettings {

    static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
    private static final Map<String, Grant.Type> GRANTS = Map.of("client_credentials", Grant.Type.CLIENT, "password",
            Grant.Type.PASSWORD, "refresh_token", Grant.Type.REFRESH, TOKEN_EXCHANGE, Grant.Type.EXCHANGE);
    private static final Set<String> CLIENT_AUTHENTICATIONS = Set.of("client_secret_basic", "client_secret_post",
            "client_secret_jwt", "private_key_jwt", "none");
    private static final String WELL_KNOWN = "/.well-known/openid-configuration";
    private static final String DEFAULT_TOKEN_ENDPOINT = "/oauth2/token";
    private static final String JSON = "application/json";

    /** Settings whose text takes effect as it is. */
    private static final List<String> NAMES = List.of("grant", "client-id", "client-secret", "client-assertion", "username",
            "password", "subject-token", "subject-type", "actor-token", "actor-type");
    private static final List<String> LISTS = List.of("scopes", "audiences", "issuers");
    /** Of RFC 7518: RS256 and HS256. */
    private static final int MIN_RSA_BITS = 2048;
    private static final int MIN_HMAC_BYTES = 32;

    private final JsonNode settings;
    private final boolean discovery;

    /**
     * @param discovery true if the authority has a discovery document
     * @throws IllegalArgumentException if they make no request; the message has no secret
     */
    TokenRequestSettings(JsonNode settings, boolean discovery) {
        this.settings = settings;
        if (!settings.isObject()) {
            throw new IllegalArgumentException("the secret has fields, such as authority, grant and client-id");
        }
        this.discovery = discovery || required("authority").endsWith(WELL_KNOWN);
        String grant = required("grant");
        if (!GRANTS.containsKey(grant)) {
            throw new IllegalArgumentException("\"" + grant + "\" is no grant for a workflow; possible: "
                    + String.join(", ", GRANTS.keySet().stream().sorted().toList()));
        }
        if (!authority().startsWith("https://") && !authority().startsWith("http://")) {
            throw new IllegalArgumentException("the authority is no http or https URI");
        }
        switch (grant) {
            case "password" -> List.of("username", "password").forEach(this::required);
            case "refresh_token", TOKEN_EXCHANGE -> required("subject-token");
            default -> {}
        }
        if (!CLIENT_AUTHENTICATIONS.contains(clientAuthentication())) {
            throw new IllegalArgumentException("\"" + clientAuthentication() + "\" is no client authentication; possible: "
                    + String.join(", ", CLIENT_AUTHENTICATIONS.stream().sorted().toList()));
        }
        if (!isAsserted()) {
            required("client-id");
            if (!clientAuthentication().equals("none")) {
                required("client-secret");
            }
        }
    }

    /** The authority, without its discovery document. */
    String authority() {
        String authority = required("authority");
        return authority.endsWith(WELL_KNOWN) ? authority.substring(0, authority.length() - WELL_KNOWN.length()) : authority;
    }

    /**
     * The host that is asked for tokens; null if it has no name. With discovery, the host of the authority: it tells the endpoint only
     * when it is asked.
     *
     * @throws IllegalArgumentException if the endpoint is no URI
     */
    String host() {
        boolean isAbsolute = !discovery && tokenEndpoint().matches("(?s)https?://.*");
        return HttpPerformer.host(isAbsolute ? tokenEndpoint() : authority());
    }

    /**
     * The settings as they take effect: two ways to write the same request have the same.
     */
    Map<String, Object> form() {
        Map<String, Object> form = new HashMap<>();
        NAMES.stream().filter(name -> text(name) != null).forEach(name -> form.put(name, text(name)));
        LISTS.forEach(name -> form.put(name, texts(name)));
        form.put("authority", authority().replaceFirst("/$", ""));
        form.put("discovery", discovery);
        form.put("token-endpoint", discovery ? "" : tokenEndpoint());
        form.put("client-authentication", clientAuthentication());
        form.put("encoding", isJson());
        return form;
    }

    /**
     * Refuses a secret that cannot sign what the authentication of the client needs.
     *
     * @throws IllegalArgumentException the message has no secret
     */
    void checkKey() {
        if (isAsserted()) {
            return;
        }
        String method = clientAuthentication();
        if (method.equals("private_key_jwt")) {
            PrivateKey key = privateKey(required("client-secret"));
            if (!(key instanceof RSAKey rsa)) {
                throw new IllegalArgumentException("\"client-secret\" is no RSA private key in PEM (PKCS#8), which the client"
                        + " authentication private_key_jwt needs");
            }
            if (rsa.getModulus().bitLength() < MIN_RSA_BITS) {
                throw new IllegalArgumentException("\"client-secret\" is an RSA key of " + rsa.getModulus().bitLength()
                        + " bits, and RS256 needs " + MIN_RSA_BITS);
            }
        } else if (method.equals("client_secret_jwt")
                && required("client-secret").getBytes(StandardCharsets.UTF_8).length < MIN_HMAC_BYTES) {
            throw new IllegalArgumentException("\"client-secret\" is shorter than the " + MIN_HMAC_BYTES
                    + " bytes that the client authentication client_secret_jwt needs (HS256)");
        }
    }

    private static PrivateKey privateKey(String pem) {
        try {
            return KeyUtils.tryAsPemSigningPrivateKey(pem, SignatureAlgorithm.RS256);
        } catch (RuntimeException unreadable) {
            return null;
        }
    }

    boolean isJson() {
        return JSON.equals(text("encoding"));
    }

    /** The issuers whose tokens are accepted; empty for any. */
    List<String> issuers() {
        return texts("issuers");
    }

    /** The refresh token of the grant {@code refresh_token}, otherwise null. */
    String refreshToken() {
        return required("grant").equals("refresh_token") ? required("subject-token") : null;
    }

    /** Parameters of each request that the client does not keep. */
    Map<String, String> parameters() {
        Map<String, String> parameters = new HashMap<>();
        if (isAsserted()) {
            parameters.put("client_assertion", text("client-assertion"));
            if (text("client-id") != null) {
                parameters.put("client_id", text("client-id"));
            }
        }
        return parameters;
    }

    /**
     * The configuration of a client.
     *
     * @param tlsConfigurationName named TLS configuration, or null
     * @param proxyConfigurationName named proxy configuration, or null
     */
    OidcClientConfig client(String id, Duration connectTimeout, String tlsConfigurationName, String proxyConfigurationName) {
        OidcClientConfigBuilder client = OidcClientConfig.builder().id(id).authServerUrl(authority())
                .discoveryEnabled(discovery).connectionTimeout(connectTimeout).grant(GRANTS.get(required("grant")))
                .followRedirects(false);
        if (!discovery) {
            client.tokenPath(tokenEndpoint());
        }
        // An assertion names its client; then this id is not sent.
        client.clientId(text("client-id") == null ? id : text("client-id"));
        if (!texts("scopes").isEmpty()) {
            client.scopes(texts("scopes"));
        }
        if (!texts("audiences").isEmpty()) {
            client.audience(texts("audiences"));
        }
        if (tlsConfigurationName != null) {
            client.tlsConfigurationName(tlsConfigurationName);
        }
        if (proxyConfigurationName != null) {
            client.proxyConfigurationName(proxyConfigurationName);
        }
        grantOptions(client);
        authenticate(client);
        return client.build();
    }

    private String tokenEndpoint() {
        String endpoint = text("token-endpoint");
        return endpoint == null ? DEFAULT_TOKEN_ENDPOINT : endpoint;
    }

    private void grantOptions(OidcClientConfigBuilder client) {
        if (required("grant").equals("password")) {
            client.grantOptions("password", Map.of("username", text("username"), "password", text("password")));
        } else if (required("grant").equals(TOKEN_EXCHANGE)) {
            Map<String, String> options = new HashMap<>();
            for (String party : List.of("subject", "actor")) {
                if (text(party + "-token") != null) {
                    options.put(party + "_token", text(party + "-token"));
                    options.put(party + "_token_type", text(party + "-type") == null
                            ? "urn:ietf:params:oauth:token-type:access_token"
                            : text(party + "-type"));
                }
            }
            client.grantOptions("exchange", options);
        }
    }

    private void authenticate(OidcClientConfigBuilder client) {
        if (isAsserted()) {
            client.credentials().jwt().source(Source.BEARER).end().end();
            return;
        }
        String secret = text("client-secret");
        switch (clientAuthentication()) {
            case "client_secret_basic" -> client.credentials().clientSecret(secret, Method.BASIC).end();
            case "client_secret_post" -> client.credentials().clientSecret(secret, Method.POST).end();
            case "client_secret_jwt" -> client.credentials().jwt().secret(secret).end().end();
            case "private_key_jwt" -> client.credentials().jwt().key(secret).end().end();
            default -> {}
        }
    }

    private String clientAuthentication() {
        String given = text("client-authentication");
        return given != null ? given
                : text("client-secret") != null ? "client_secret_post" : "none";
    }

    /** True if the definition has the assertion that authenticates the client. */
    private boolean isAsserted() {
        return clientAuthentication().endsWith("_jwt") && text("client-assertion") != null;
    }

    private String required(String name) {
        String text = text(name);
        if (text == null) {
            throw new IllegalArgumentException("\"" + name + "\" is missing");
        }
        return text;
    }

    /** A scalar as text; null if it is absent, null or empty. */
    private String text(String name) {
        JsonNode value = settings.path(name);
        if (value.isMissingNode() || value.isNull() || value.isTextual() && value.textValue().isEmpty()) {
            return null;
        }
        if (!value.isValueNode()) {
            throw new IllegalArgumentException("\"" + name + "\" is no text");
        }
        return JqValues.scalarText(value);
    }

    /** A list, or the words of a text: a secret has texts alone. */
    private List<String> texts(String name) {
        JsonNode value = settings.path(name);
        if (!value.isArray()) {
            String words = text(name);
            return words == null ? List.of() : List.of(words.strip().split("[\\s,]+"));
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode element : value) {
            if (!element.isValueNode() || element.isNull()) {
                throw new IllegalArgumentException("\"" + name + "\" is no list of texts");
            }
            texts.add(JqValues.scalarText(element));
        }
        return texts;
    }
}
