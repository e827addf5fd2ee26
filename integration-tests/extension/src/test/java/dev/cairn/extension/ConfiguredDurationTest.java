package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An application does not start if a property that a workflow uses as a duration is none. */
class ConfiguredDurationTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: configured, version: 1.0.0}
                    do:
                      - rest: {wait: '${ $config["service.pause"] }'}
                    """), "workflows/configured.yaml"))
            .overrideConfigKey("quarkus.cairn.config.allow", "service.pause")
            .overrideRuntimeConfigKey("service.pause", "30s")
            .assertException(failure -> assertThat(failure)
                    .hasMessageStartingWith(
                            "CAIRN-0881: A workflow uses a property of the configuration as a duration, and it is none [service.pause=30s]"));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
