package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An AsyncAPI call is an error of the build without the extension that makes it. */
class AsyncApiWithoutMessagingTest {

    private static final String DOCUMENT = """
            asyncapi: 3.0.0
            info: {title: Shop, version: 1.0.0}
            channels: {orders: {address: orders}}
            """;

    private static final String DEFINITION = """
            document: {dsl: "1.0.3", namespace: shop, name: ordering, version: "1.0.0"}
            do:
              - order:
                  call: asyncapi
                  with: {document: {endpoint: shop.yaml}, channel: orders, message: {payload: {id: a}}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset(DEFINITION), "workflows/ordering.yaml")
                    .addAsResource(new StringAsset(DOCUMENT), "workflows/shop.yaml"))
            .assertException(failure -> assertThat(failure).hasMessageContaining("have an error")
                    .hasMessageContaining("/do/0/order/call): CAIRN-0333")
                    .hasMessageContaining("quarkus extension add quarkus-cairn-messaging"));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
