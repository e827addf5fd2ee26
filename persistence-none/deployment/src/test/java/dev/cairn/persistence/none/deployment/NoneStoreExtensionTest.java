package dev.cairn.persistence.none.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.spi.InstanceStore;
import io.quarkus.test.QuarkusUnitTest;

class NoneStoreExtensionTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication();

    @Inject
    InstanceStore store;

    @Test
    void theApplicationHasTheStore() {
        assertThat(store.capabilities().name()).isEqualTo("none");
    }
}
