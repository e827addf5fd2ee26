package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An application does not start without the configuration that its workflows read. */
class MissingConfigTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: configured, version: 1.0.0}
                    do:
                      - rest: {wait: '${ $config["service.pause"] }'}
                      - tell: {run: {shell: {command: 'true', environment: {URL: '${ $config["service.url"] }'}}}}
                    """), "workflows/configured.yaml"))
            .overrideConfigKey("quarkus.cairn.config.allow", "service.*")
            .overrideConfigKey("quarkus.cairn.run.allowed", "shell")
            .assertException(failure -> assertThat(failure)
                    .hasMessageStartingWith(
                            "CAIRN-0880: Workflows read properties of the configuration that have no value: service.pause, service.url. Set"));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
