package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An application does not start without the secrets that its workflows read. */
class MissingSecretTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: paying, version: 1.0.0}
                    use: {secrets: [bank, unread]}
                    do:
                      - pay:
                          call: http
                          with:
                            method: post
                            endpoint:
                              uri: https://bank.example.com
                              authentication: {bearer: {use: bank}}
                    """), "workflows/paying.yaml"))
            .assertException(failure -> assertThat(failure)
                    .hasMessageStartingWith("CAIRN-0705: Secrets are missing that workflows use: bank. Configure each as"));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
