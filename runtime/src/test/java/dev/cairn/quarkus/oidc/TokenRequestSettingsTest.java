package dev.cairn.quarkus.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

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
