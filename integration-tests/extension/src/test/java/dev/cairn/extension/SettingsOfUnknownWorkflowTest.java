package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An application does not start with settings that would have no effect. */
class SettingsOfUnknownWorkflowTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0}
                    do: [{begin: {set: {total: 0}}}]
                    """), "workflows/orders.yaml")
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: returns, version: 1.0.0}
                    do: [{begin: {set: {total: 0}}}]
                    """), "workflows/returns.yaml"))
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"orders\".retention.time", "1D")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"shop:returns\".history", "tasks")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"shop:ordres\".retention.time", "1D")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"mail:orders\".history", "tasks")
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"invoicing\".history", "tasks")
            .assertException(failure -> assertThat(failure).hasMessage("CAIRN-0709: Settings name workflows that the"
                    + " application does not have: quarkus.cairn.workflow.\"invoicing\", quarkus.cairn.workflow.\"mail:orders\","
                    + " quarkus.cairn.workflow.\"shop:ordres\" (Did you mean \"shop:orders\"?)."
                    + " It has shop:orders, shop:returns. Correct the name or remove the setting."));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
