package dev.cairn.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.QuarkusUnitTest;

/** Requests that are never answered end in time, and hold no connection that later ones need. */
class HangingTokenServerTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String STUB = "http://localhost:" + TokenServerStub.port();

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClass(TokenServerStub.class).addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: test, name: hanging, version: 1.0.0}
                    do:
                      - ask:
                          call: http
                          with:
                            method: get
                            endpoint:
                              uri: %1$s/api
                              authentication:
                                oauth2: {authority: %1$s/hanging, grant: client_credentials, client: {id: c1, secret: s1}}
                    """.formatted(STUB)), "workflows/hanging.yaml"))
            .overrideConfigKey("quarkus.cairn.http-client.request-timeout", "2S");

    @Inject
    CairnClient cairn;

    @Test
    void aServerThatRecoversIsAskedAgain() {
        for (int i = 0; i < TokenServerStub.HANGING_REQUESTS; i++) {
            WorkflowError failure = catchThrowableOfType(WorkflowException.class, this::run).error();
            assertThat(failure.type()).endsWith("/communication");
            assertThat(failure.detail()).startsWith("CAIRN-0850").contains("no answer within 2000 ms");
        }

        assertThat(run().path("authorization").textValue()).isEqualTo("Bearer late-6");
    }

    private JsonNode run() {
        return cairn.start("hanging", Map.of()).chain(instance -> instance.result()).await().atMost(LIMIT);
    }
}
