package dev.cairn.quarkus.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkus.oidc.client.runtime.OidcClientConfig;

/** Settings of definitions and of secrets become the configuration of a client. */
class TokenRequestSettingsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void endpointsAreBelowTheAuthority() {
        OidcClientConfig client = client("{authority: 'http://i', grant: client_credentials, client-id: c}", false);

        assertThat(client.authServerUrl()).contains("http://i");
        assertThat(client.discoveryEnabled()).contains(false);
        assertThat(client.tokenPath()).contains("/oauth2/token");
        assertThat(client.clientId()).contains("c");
    }

    @Test
    void aDiscoveryDocumentIsAnAuthority() {
        OidcClientConfig client = client(
                "{authority: 'https://i/r/.well-known/openid-configuration', grant: client_credentials, client-id: c}", false);

        assertThat(client.authServerUrl()).contains("https://i/r");
        assertThat(client.discoveryEnabled()).contains(true);
        assertThat(client.tokenPath()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://i.example        | /token                      | false | i.example
            https://i.example        | https://t.example:8443/tok  | false | t.example
            https://i.example        | https://t.example/tok       | true  | i.example
            http://auth_server:8080  | /token                      | false | auth_server
            https://bücher.example   | /token                      | false | xn--bcher-kva.example
            https://i                | http://[::1]:8080/t         | false | ::1
            https://me:1@i/a/../b    | /token                      | false | i
            https:///realm           | /token                      | false |
            """)
    void theHostIsThatOfTheTokenEndpoint(String authority, String endpoint, boolean discovery, String host) {
        assertThat(settings("{authority: '" + authority + "', token-endpoint: '" + endpoint
                + "', grant: client_credentials, client-id: c}", discovery).host()).isEqualTo(host);
    }

    @Test
    void aSecretHasListsAsWords() {
        TokenRequestSettings settings = settings(
                "{authority: 'http://i', grant: client_credentials, client-id: c, scopes: 'a b', issuers: 'x,y'}", true);

        assertThat(settings.issuers()).containsExactly("x", "y");
        assertThat(settings.client("id", Duration.ofSeconds(1), null, null).scopes()).contains(List.of("a", "b"));
    }

    @Test
    void anAssertionOfTheDefinitionIsSent() {
        TokenRequestSettings settings = settings("{authority: 'http://i', grant: client_credentials,"
                + " client-authentication: private_key_jwt, client-assertion: j.w.t}", false);

        assertThat(settings.parameters()).containsOnlyKeys("client_assertion").containsValue("j.w.t");
    }

    @Test
    void equalFormsAreEqual() {
        Map<String, Object> brief = settings(
                "{authority: 'https://i', grant: client_credentials, client-id: c, client-secret: s,"
                        + " scopes: 'a b'}",
                false).form();

        assertThat(settings("{token-endpoint: '/oauth2/token', client-authentication: client_secret_post, encoding:"
                + " 'application/x-www-form-urlencoded', client-secret: s, client-id: c, grant: client_credentials,"
                + " scopes: [\"a\", \"b\"], audiences: [], authority: 'https://i/'}", false).form()).isEqualTo(brief);
        assertThat(
                settings("{authority: 'https://i', grant: client_credentials, client-id: c, client-secret: s, scopes: 'b a'}",
                        false).form())
                .isNotEqualTo(brief);
        assertThat(
                settings("{authority: 'https://i', grant: client_credentials, client-id: c, client-secret: s, scopes: 'a b'}",
                        true).form())
                .isNotEqualTo(brief);
        assertThat(
                settings("{authority: 'https://i/.well-known/openid-configuration', grant: password, username: u, password: p,"
                        + " client-id: c}", false).form())
                .isEqualTo(settings("{authority: 'https://i', grant: password, username: u,"
                        + " password: p, client-id: c}", true).form());
    }

    @Test
    void numbersAreTexts() {
        TokenRequestSettings settings = settings(
                "{authority: 'https://i', grant: client_credentials, client-id: 17, client-secret:"
                        + " true, scopes: [1, 2.5]}",
                false);

        assertThat(settings.form()).containsEntry("client-id", "17").containsEntry("client-secret", "true").containsEntry(
                "scopes",
                List.of("1", "2.5"));
    }

    @Test
    void aSecretThatCannotSignIsTold() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        String pem = "-----BEGIN PRIVATE KEY-----" + Base64.getEncoder().encodeToString(generator.generateKeyPair().getPrivate()
                .getEncoded()) + "-----END PRIVATE KEY-----";

        assertThatIllegalArgumentException().isThrownBy(() -> signing("private_key_jwt", "s3cret"))
                .withMessage("\"client-secret\" is no RSA private key in PEM (PKCS#8), which the client authentication"
                        + " private_key_jwt needs");
        assertThatIllegalArgumentException().isThrownBy(() -> signing("private_key_jwt", pem))
                .withMessage("\"client-secret\" is an RSA key of 1024 bits, and RS256 needs 2048");
        assertThatIllegalArgumentException().isThrownBy(() -> signing("client_secret_jwt", "s3cret"))
                .withMessage("\"client-secret\" is shorter than the 32 bytes that the client authentication client_secret_jwt"
                        + " needs (HS256)");
        signing("client_secret_jwt", "x".repeat(32));
        signing("client_secret_post", "s3cret");
    }

    private static void signing(String method, String secret) {
        new TokenRequestSettings(MAPPER.createObjectNode().put("authority", "https://i").put("grant", "client_credentials")
                .put("client-id", "c").put("client-authentication", method).put("client-secret", secret), false).checkKey();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                                     | "authority" is missing
            {authority: 'http://i', grant: implicit}                               | "implicit" is no grant
            {authority: 'ldap://i', grant: client_credentials, client-id: c}       | the authority is no http or https URI
            {authority: 'http://i', grant: client_credentials}                     | "client-id" is missing
            {authority: 'http://i', grant: password, client-id: c, username: u}    | "password" is missing
            {authority: 'http://i', grant: refresh_token, client-id: c}            | "subject-token" is missing
            {authority: 'http://i', grant: client_credentials, client-id: c, client-authentication: mtls} | "mtls" is no client
            {authority: 'http://i', grant: client_credentials, client-id: c, client-authentication: client_secret_jwt} | "client-secret" is missing
            {authority: 'http://i', grant: client_credentials, client-id: {a: 1}}  | "client-id" is no text
            """)
    void badOnesAreTold(String json, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> settings(json, false)).withMessageStartingWith(message);
    }

    private static OidcClientConfig client(String json, boolean discovery) {
        return settings(json, discovery).client("id", Duration.ofSeconds(1), null, null);
    }

    private static TokenRequestSettings settings(String json, boolean discovery) {
        try {
            String strict = json.replaceAll("([{,]\\s*)([\\w-]+):", "$1\"$2\":").replaceAll(":\\s*'([^']*)'", ": \"$1\"")
                    .replaceAll(":\\s*([a-zA-Z][\\w.-]*)", ": \"$1\"");
            return new TokenRequestSettings(MAPPER.readTree(strict), discovery);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }
}
