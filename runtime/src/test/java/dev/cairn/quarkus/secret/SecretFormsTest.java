package dev.cairn.quarkus.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;

/** Fields of a secret are secret, other than the settings of a token request that stand in many values. */
class SecretFormsTest {

    @Test
    void settingsOfATokenRequestAreShown() {
        assertThat(SecretForms.ofFields(Map.of("authority", "https://id", "grant", "client_credentials", "scopes", "orders",
                "client-secret", "s3cret"))).containsExactly("s3cret");
    }

    @Test
    void anotherSecretHasNoFieldThatIsShown() {
        assertThat(SecretForms.ofFields(Map.of("grant", "gr4nt", "scopes", "sc0pes"))).containsExactlyInAnyOrder("gr4nt",
                "sc0pes");
        assertThat(SecretForms.ofFields(Map.of("authority", "4uthority", "token", "t0ken")))
                .containsExactlyInAnyOrder("4uthority", "t0ken");
    }
}
