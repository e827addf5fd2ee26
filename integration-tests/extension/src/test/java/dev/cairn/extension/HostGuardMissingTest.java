package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An application does not start with guards of hosts and without the extension that makes them. */
class HostGuardMissingTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: configured, version: 1.0.0}
                    do:
                      - done: {set: {done: true}}
                    """), "workflows/configured.yaml"))
            .overrideRuntimeConfigKey("quarkus.cairn.http-client.bulkhead.max-concurrent-calls", "4")
            .assertException(failure -> assertThat(failure)
                    .hasMessageStartingWith(
                            "CAIRN-0884: The configuration has a circuit breaker or a bulkhead in quarkus.cairn.http-client, and the application lacks"));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
