package dev.cairn.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Without a store the build fails, and says what to depend on. */
class NoStoreTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withEmptyApplication()
            .assertException(failure -> assertThat(failure).hasMessageContaining(
                    "CAIRN-0601: The application has no store for its workflows. Add one dependency:"
                            + " quarkus-cairn-persistence-file"));

    @Test
    void isNeverRun() {
        fail("The build should have failed");
    }
}
