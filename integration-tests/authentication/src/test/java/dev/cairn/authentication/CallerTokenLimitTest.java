package dev.cairn.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A configured limit cannot make instances wait that pass on the token of their caller. */
class CallerTokenLimitTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: mine, version: 1.0.0}
                    do:
                      - ask: {call: http, with: {method: get, endpoint: {uri: 'http://localhost/a', authentication: {bearer: {from: caller}}}}}
                    """), "workflows/mine.yaml"))
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"mine\".concurrency", "2")
            .assertException(
                    failure -> assertThat(failure).hasMessageStartingWith("CAIRN-0848: The workflow shop:mine passes on")
                            .hasMessageContaining("concurrency=2"));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
