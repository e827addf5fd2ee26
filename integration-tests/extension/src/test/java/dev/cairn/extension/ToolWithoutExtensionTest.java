package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A workflow that is to be a tool is an error of the build without the extension that makes it one. */
class ToolWithoutExtensionTest {

    private static final String DEFINITION = """
            document: {dsl: "1.0.3", namespace: shop, name: ordering, version: "1.0.0", metadata: {cairn: {mcp: true}}}
            do:
              - order: {set: {ordered: true}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset(DEFINITION), "workflows/ordering.yaml"))
            .assertException(failure -> assertThat(failure).hasMessageContaining("have an error")
                    .hasMessageContaining("(/document/metadata/cairn/mcp): CAIRN-0915")
                    .hasMessageContaining("quarkus-cairn-mcp-server"));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
