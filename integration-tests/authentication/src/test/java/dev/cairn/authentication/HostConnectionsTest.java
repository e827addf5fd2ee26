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
import dev.cairn.api.WorkflowException;
import io.quarkus.test.QuarkusUnitTest;

/** TLS configurations and proxies of Quarkus are used for the hosts that the configuration names. */
class HostConnectionsTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    static {
        ConnectionStub.start();
    }

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClass(ConnectionStub.class)
                    .addAsResource(definition("mutual", "https://localhost:" + ConnectionStub.tlsPort() + "/a"),
                            "workflows/mutual.yaml")
                    .addAsResource(definition("elsewhere", "https://127.0.0.1:" + ConnectionStub.tlsPort() + "/a"),
                            "workflows/elsewhere.yaml")
                    .addAsResource(definition("proxied", "http://orders.test/a"), "workflows/proxied.yaml"))
            .overrideConfigKey("quarkus.tls.internal.trust-store.p12.path", ConnectionStub.store())
            .overrideConfigKey("quarkus.tls.internal.trust-store.p12.password", ConnectionStub.PASSWORD)
            .overrideConfigKey("quarkus.tls.internal.key-store.p12.path", ConnectionStub.store())
            .overrideConfigKey("quarkus.tls.internal.key-store.p12.password", ConnectionStub.PASSWORD)
            .overrideConfigKey("quarkus.cairn.http-client.host.localhost.tls-configuration-name", "internal")
            .overrideConfigKey("quarkus.proxy.company.host", "localhost")
            .overrideConfigKey("quarkus.proxy.company.port", Integer.toString(ConnectionStub.proxyPort()))
            .overrideConfigKey("quarkus.cairn.http-client.host.\"orders.test\".proxy-configuration-name", "company");

    @Inject
    CairnClient cairn;

    private static StringAsset definition(String name, String uri) {
        return new StringAsset("""
                document: {dsl: 1.0.3, namespace: test, name: %s, version: 1.0.0}
                do: [{ask: {call: http, with: {method: get, endpoint: "%s"}}}]
                """.formatted(name, uri));
    }

    @Test
    void theCertificateOfTheApplicationIsSent() {
        assertThat(run("mutual")).isEqualTo("CN=localhost");
        assertThat(catchThrowableOfType(WorkflowException.class, () -> run("elsewhere")).error().type())
                .endsWith("/communication");
    }

    @Test
    void theProxyIsAsked() {
        assertThat(run("proxied")).isEqualTo("proxied http://orders.test/a");
    }

    private String run(String workflow) {
        return cairn.start(workflow, Map.of()).chain(instance -> instance.result()).await().atMost(LIMIT).textValue();
    }
}
