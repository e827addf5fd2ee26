package dev.cairn.integrations.mcpserver.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import io.quarkus.test.QuarkusUnitTest;

/** A workflow needs no permissions for tools if only an earlier version of it is one. */
class FormerToolTest {

    private static final String WORKFLOW = """
            document: {dsl: '1.0.3', namespace: shop, name: pricing, version: '%s', metadata: {cairn: {mcp: %s}}}
            do:
              - price: {set: {price: 12}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset(WORKFLOW.formatted("1.0.0", "true")), "workflows/one.yaml")
            .addAsResource(new StringAsset(WORKFLOW.formatted("2.0.0", "false")), "workflows/two.yaml"))
            .overrideConfigKey("quarkus.cairn.management.enabled", "false");

    @Inject
    CairnClient cairn;

    @Test
    void theBuildSucceeds() {
        assertThat(cairn).isNotNull();
    }
}
