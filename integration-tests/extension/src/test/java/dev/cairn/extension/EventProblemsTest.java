package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A filter that no event can fit fails the build. */
class EventProblemsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: wrong, version: 1.0.0}
                    do:
                      - some:
                          listen:
                            to:
                              any:
                                - with: {Type: shop.paid}
                                - with: {type: "shop.(paid"}
                                - with: {type: shop.sent, data: "${ .a | }"}
                    """), "workflows/wrong.yaml"))
            .assertException(failure -> assertThat(failure.getMessage().lines()).satisfiesExactly(
                    line -> assertThat(line).isEqualTo("The workflows of this application have 3 errors:"),
                    line -> assertThat(line).contains("workflows/wrong.yaml:7", "CAIRN-0223", "Type"),
                    line -> assertThat(line).contains("workflows/wrong.yaml:8", "CAIRN-0224", "shop.(paid"),
                    line -> assertThat(line).contains("workflows/wrong.yaml:9", "CAIRN-0301")));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
