package dev.cairn.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.QuarkusUnitTest;

/** Requests for tokens through an HTTP proxy, to authorities that input can influence. */
class ProxiedTokenTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    static {
        ConnectionStub.start();
    }

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClass(ConnectionStub.class).addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: test, name: chosen, version: 1.0.0}
                    do:
                      - ask:
                          call: http
                          with:
                            method: get
                            endpoint:
                              uri: http://orders.test/a
                              authentication:
                                oauth2: {authority: '${ .authority }', grant: client_credentials, client: {id: c1, secret: s1}}
                    """), "workflows/chosen.yaml"))
            .overrideConfigKey("quarkus.proxy.company.host", "localhost")
            .overrideConfigKey("quarkus.proxy.company.port", Integer.toString(ConnectionStub.proxyPort()))
            .overrideConfigKey("quarkus.cairn.http-client.proxy-configuration-name", "company")
            .overrideConfigKey("quarkus.cairn.outbound.allow", "127.0.0.0/8");

    @Inject
    CairnClient cairn;

    @Test
    void aProxyThatWouldResolveTheCheckedAuthorityIsNotAsked() {
        WorkflowError error = failure("http://localhost");

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.CONFIGURATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0737: The token request to http://localhost was not sent: ");
    }

    /** The stub of the proxy answers without a token. */
    @Test
    void aProxyIsAskedForTheCheckedAddress() {
        assertThat(failure("http://127.0.0.1").detail()).startsWith("CAIRN-0850");
    }

    private WorkflowError failure(String authority) {
        return catchThrowableOfType(WorkflowException.class, () -> cairn.start("chosen", Map.of("authority", authority))
                .chain(instance -> instance.result()).await().atMost(LIMIT)).error();
    }
}
