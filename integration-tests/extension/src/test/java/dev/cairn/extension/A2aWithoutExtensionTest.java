package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An A2A call is an error of the build without the extension that makes it. */
class A2aWithoutExtensionTest {

    private static final String DEFINITION = """
            document: {dsl: "1.0.3", namespace: shop, name: asking, version: "1.0.0"}
            do:
              - ask: {call: a2a, with: {method: tasks/list, server: "http://localhost/a2a"}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset(DEFINITION), "workflows/asking.yaml"))
            .assertException(failure -> assertThat(failure).hasMessageContaining("have an error")
                    .hasMessageContaining("/do/0/ask/call): CAIRN-0333")
                    .hasMessageContaining("mvn quarkus:add-extension -Dextensions=quarkus-cairn-a2a"));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
