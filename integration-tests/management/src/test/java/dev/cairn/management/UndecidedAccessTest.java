package dev.cairn.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusProdModeTest;

/** The build fails for a production application whose management API has neither roles nor {@code permit-all}. */
class UndecidedAccessTest {

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0}
                    do: [{same: {set: "${ . }"}}]
                    """), "workflows/orders.yaml"))
            .setApplicationName("undecided-access")
            .overrideConfigKey("quarkus.cairn.management.enabled", "true")
            .assertBuildException(failure -> assertThat(failure)
                    .hasStackTraceContaining("application.properties (/): CAIRN-0740: "
                            + "The management API is enabled, and nothing says who may use it. Name roles:")
                    .hasStackTraceContaining("quarkus.cairn.management.permit-all=true"));

    @Test
    void isNotBuilt() {
        fail("The application was built");
    }
}
