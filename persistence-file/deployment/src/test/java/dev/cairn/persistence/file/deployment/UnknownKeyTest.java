package dev.cairn.persistence.file.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class UnknownKeyTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .overrideConfigKey("quarkus.cairn.file.path", "target/unknown-key")
            .overrideConfigKey("quarkus.cairn.encryption.key-id", "gone")
            .assertException(failure -> assertThat(failure).hasMessageStartingWith("CAIRN-0477: ")
                    .hasMessageContaining("quarkus.cairn.encryption.keys.\"gone\""));

    @Test
    void theApplicationDoesNotStart() {
        fail("It started with a key that does not exist");
    }
}
