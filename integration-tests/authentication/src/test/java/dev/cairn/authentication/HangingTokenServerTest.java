package dev.cairn.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.QuarkusUnitTest;

/** Requests that are never answered end in time, and hold no connection that later ones need. */
class HangingTokenServerTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String STUB = "http://localhost:" + TokenServerStub.port();

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClass(TokenServerStub.class)
                    .addAsResource(definition("hanging", "{authority: " + STUB
                            + "/hanging, grant: client_credentials, client: {id: c1, secret: s1}}"), "workflows/hanging.yaml")
                    .addAsResource(definition("named", "{oidcClient: shop}"), "workflows/named.yaml"))
            .overrideConfigKey("quarkus.oidc-client.shop.auth-server-url", STUB + "/hanging/shop")
            .overrideConfigKey("quarkus.oidc-client.shop.discovery-enabled", "false")
            .overrideConfigKey("quarkus.oidc-client.shop.token-path", "/token")
            .overrideConfigKey("quarkus.oidc-client.shop.client-id", "shop")
            .overrideConfigKey("quarkus.oidc-client.shop.credentials.secret", "s1")
            .overrideConfigKey("quarkus.cairn.http-client.request-timeout", "2S");

    @Inject
    CairnClient cairn;

    private static StringAsset definition(String name, String oauth2) {
        return new StringAsset("""
                document: {dsl: 1.0.3, namespace: test, name: %s, version: 1.0.0}
                do:
                  - ask:
                      call: http
                      with: {method: get, endpoint: {uri: %s/api, authentication: {oauth2: %s}}}
                """.formatted(name, STUB, oauth2));
    }

    @ParameterizedTest
    @ValueSource(strings = { "hanging", "named" })
    void aServerThatRecoversIsAskedAgain(String workflow) {
        for (int i = 0; i < TokenServerStub.HANGING_REQUESTS; i++) {
            WorkflowError failure = catchThrowableOfType(WorkflowException.class, () -> run(workflow)).error();
            assertThat(failure.type()).endsWith("/communication");
            assertThat(failure.detail()).startsWith("CAIRN-0850").contains("no answer within 2000 ms");
        }

        assertThat(run(workflow).path("authorization").textValue()).isEqualTo("Bearer late-6");
    }

    private JsonNode run(String workflow) {
        return cairn.start(workflow, Map.of()).chain(instance -> instance.result()).await().atMost(LIMIT);
    }
}
