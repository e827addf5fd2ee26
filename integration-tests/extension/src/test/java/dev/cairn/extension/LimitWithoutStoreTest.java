package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Without a store that keeps state no start can wait: the application says so at once. */
class LimitWithoutStoreTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0}
                    do: [{begin: {set: {total: 0}}}]
                    """), "workflows/orders.yaml"))
            .overrideRuntimeConfigKey("quarkus.cairn.workflow.\"orders\".concurrency", "2")
            .assertException(
                    failure -> assertThat(failure).hasMessage("CAIRN-0713: The store none keeps nothing, so no start can"
                            + " wait in it [concurrency of shop:orders]. Use a store that keeps state, or remove the limit."));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
