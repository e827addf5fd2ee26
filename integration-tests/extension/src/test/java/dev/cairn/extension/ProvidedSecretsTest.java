package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowFunction;
import io.quarkus.credentials.CredentialsProvider;
import io.quarkus.test.QuarkusUnitTest;

/** Secrets that a credentials provider gives reach what is called and nothing that is stored, the changed ones as well. */
class ProvidedSecretsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String FIRST = "first-password";
    private static final String SECOND = "second-password";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addClasses(Vault.class, Functions.class)
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: paying, version: 1.0.0}
                    use: {secrets: [bank]}
                    do:
                      - pay:
                          call: pay
                          with:
                            username: ${ $secrets.bank.username }
                            password: ${ $secrets.bank.password }
                            fields: ${ $secrets.bank | keys }
                    """), "workflows/paying.yaml"))
            .overrideConfigKey("quarkus.cairn.secret.bank.credentials-provider", "the-bank")
            .overrideConfigKey("quarkus.cairn.secret.bank.credentials-provider-name", "vault")
            .overrideConfigKey("quarkus.cairn.credentials-refresh", "0.02S");

    @Inject
    CairnClient cairn;

    @ApplicationScoped
    @Named("vault")
    static class Vault implements CredentialsProvider {

        static volatile String password = FIRST;

        @Override
        public Map<String, String> getCredentials(String name) {
            if (password == null) {
                throw new IllegalStateException("sealed");
            }
            Map<String, String> credentials = new HashMap<>();
            credentials.put(USER_PROPERTY_NAME, "user of " + name);
            credentials.put(PASSWORD_PROPERTY_NAME, password);
            credentials.put(EXPIRATION_TIMESTAMP_PROPERTY_NAME, "2026-01-01T00:00:00Z");
            return credentials;
        }
    }

    @ApplicationScoped
    static class Functions {

        static volatile String seen;

        @WorkflowFunction
        Map<String, Object> pay(String username, String password, JsonNode fields) {
            seen = password;
            return Map.of("username", username, "old", FIRST, "new", SECOND, "fields", fields);
        }
    }

    @Test
    void reachWhatIsCalledAndFollowTheirProvider() {
        JsonNode before = pay();

        assertThat(Functions.seen).isEqualTo(FIRST);
        assertThat(before.path("username").textValue()).isEqualTo("***");
        assertThat(before.path("fields").toString()).isEqualTo("[\"password\",\"user\",\"username\"]");
        assertThat(before.path("old").textValue()).isEqualTo("***");
        assertThat(before.path("new").textValue()).as("nobody knows yet that it will be one").isEqualTo(SECOND);

        // A provider that fails for a while takes nothing away.
        Vault.password = null;
        pay();
        assertThat(Functions.seen).isEqualTo(FIRST);

        Vault.password = SECOND;
        long end = System.nanoTime() + LIMIT.toNanos();
        JsonNode after;
        do {
            after = pay();
        } while (Functions.seen.equals(FIRST) && System.nanoTime() < end);

        assertThat(Functions.seen).isEqualTo(SECOND);
        assertThat(after.path("old").textValue()).isEqualTo("***");
        assertThat(after.path("new").textValue()).isEqualTo("***");
    }

    private JsonNode pay() {
        return cairn.start("paying", Map.of()).chain(instance -> instance.result()).await().atMost(LIMIT);
    }
}
