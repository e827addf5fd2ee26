package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An authentication by a token is an error of the build without the extension that gets tokens. */
class TokenWithoutClientTest {

    private static final String DEFINITION = """
            document: {dsl: "1.0.3", namespace: shop, name: ordering, version: "1.0.0"}
            use: {secrets: [idp]}
            do:
              - order:
                  call: http
                  with:
                    method: get
                    endpoint: {uri: "https://api.example.com", authentication: {oidc: {use: idp}}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addAsResource(new StringAsset(DEFINITION), "workflows/ordering.yaml"))
            .assertException(failure -> assertThat(failure).hasMessageContaining("have an error")
                    .hasMessageContaining("/do/0/order/with/endpoint/authentication/oidc): CAIRN-0230")
                    .hasMessageContaining("quarkus extension add quarkus-oidc-client")
                    .hasMessageContaining("mvn quarkus:add-extension -Dextensions=quarkus-oidc-client"));

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
