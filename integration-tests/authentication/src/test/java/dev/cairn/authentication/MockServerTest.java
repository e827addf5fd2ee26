package dev.cairn.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.QuarkusUnitTest;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import okhttp3.mockwebserver.RecordedRequest;

/** Tokens of a server that speaks OpenID Connect by the standard. */
class MockServerTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String STUB = "http://localhost:" + AuthorizationStub.port();
    private static final MockOAuth2Server SERVER = new MockOAuth2Server();

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClass(AuthorizationStub.class)
                    .addAsResource(definition("trusting", ""), "workflows/trusting.yaml")
                    .addAsResource(definition("checking", ", issuers: ['${ .expected }']"), "workflows/checking.yaml"));

    @Inject
    CairnClient cairn;

    private static StringAsset definition(String name, String more) {
        return new StringAsset("""
                document: {dsl: 1.0.3, namespace: test, name: %s, version: 1.0.0}
                do:
                  - ask:
                      call: http
                      with:
                        method: get
                        endpoint:
                          uri: %s/api
                          authentication:
                            oidc:
                              authority: '${ .issuer }'
                              grant: client_credentials
                              client: {id: shop, secret: secret-of-shop}
                              scopes: [orders]%s
                """.formatted(name, STUB, more.replace(", ", "\n              ")));
    }

    @BeforeAll
    static void start() throws IOException {
        SERVER.start(InetAddress.getLoopbackAddress(), 0);
    }

    @AfterAll
    static void stop() {
        SERVER.shutdown();
    }

    @Test
    void aTokenIsFoundByDiscovery() throws Exception {
        String issuer = SERVER.issuerUrl("default").toString();
        JsonNode answer = cairn.start("trusting", Map.of("issuer", issuer)).chain(instance -> instance.result()).await()
                .atMost(LIMIT);

        assertThat(answer.path("echo").textValue()).isEqualTo("Bearer ***");
        List<String> requests = new ArrayList<>();
        while (requests.size() < 2) {
            RecordedRequest request = SERVER.takeRequest(5, TimeUnit.SECONDS);
            if (request.getPath().startsWith("/default/")) {
                requests.add(request.getPath() + " " + request.getBody().readUtf8());
            }
        }
        assertThat(requests.get(0)).isEqualTo("/default/.well-known/openid-configuration ");
        assertThat(requests.get(1)).startsWith("/default/token ").contains("grant_type=client_credentials")
                .contains("scope=orders");
    }

    @Test
    void theIssuerIsChecked() {
        String issuer = SERVER.issuerUrl("other").toString();
        assertThat(cairn.start("checking", Map.of("issuer", issuer, "expected", issuer)).chain(instance -> instance.result())
                .await().atMost(LIMIT).path("echo").textValue()).isEqualTo("Bearer ***");
        WorkflowException failure = catchThrowableOfType(WorkflowException.class,
                () -> cairn.start("checking", Map.of("issuer", issuer, "expected", "https://id.example.com"))
                        .chain(instance -> instance.result()).await().atMost(LIMIT));
        assertThat(failure.error().detail()).startsWith("CAIRN-0852").contains(issuer);
    }
}
