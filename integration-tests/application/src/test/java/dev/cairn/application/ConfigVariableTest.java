package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** Expressions read the configuration of the profile, of which secrets are concealed. */
@QuarkusTest
class ConfigVariableTest {

    @Inject
    CairnClient cairn;

    @TestHTTPResource
    String base;

    @Test
    void expressionsReadTheConfigurationOfTheProfile() {
        JsonNode output = cairn.start("configured", Map.of("base", base)).chain(instance -> instance.result()).await()
                .atMost(Duration.ofSeconds(20));

        assertThat(output.get("name").textValue()).isEqualTo("of the test");
        assertThat(output.get("key").textValue()).isEqualTo("***");
        assertThat(output.get("application").textValue()).isEqualTo("quarkus-cairn-integration-test-application");
    }
}
