package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A gRPC call is an error of the build without the extension that makes it. */
class GrpcWithoutExtensionTest {

    private static final String DEFINITION = """
            document: {dsl: "1.0.3", namespace: shop, name: ordering, version: "1.0.0"}
            do:
              - reserve:
                  call: grpc
                  with: {proto: {endpoint: stock.proto}, service: {name: shop.Stock, host: localhost}, method: Reserve}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset(DEFINITION), "workflows/ordering.yaml")
                    .addAsResource(new StringAsset("syntax = \"proto3\";"), "workflows/stock.proto"))
            .assertException(failure -> assertThat(failure).hasMessageContaining("have an error")
                    .hasMessageContaining("/do/0/reserve/call): CAIRN-0333")
                    .hasMessageContaining("quarkus extension add quarkus-cairn-grpc"));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
