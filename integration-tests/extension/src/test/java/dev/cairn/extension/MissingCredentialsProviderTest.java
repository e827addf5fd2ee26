package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An application does not start without the credentials provider of a secret. */
class MissingCredentialsProviderTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .overrideConfigKey("quarkus.cairn.secret.bank.credentials-provider", "the-bank")
            .assertException(failure -> assertThat(failure)
                    .hasMessageStartingWith("CAIRN-0707: The credentials provider gives no secret bank."));

    @Test
    void isNeverRun() {
        fail("The application should not have started");
    }
}
