package dev.cairn.effect.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.quarkus.secret.SecretsFixture;
import dev.cairn.spi.CallPerformer;
import dev.cairn.spi.QuotedErrorException;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** An integration quotes a part of what a server said. Secrets are concealed in the whole. */
class QuotedErrorTest {

    private static final String SECRET = "correct horse";
    private static final int MAX_CHARS = 20;

    @Test
    void concealsASecretBeforeTheErrorIsCut() {
        String said = "x".repeat(MAX_CHARS - 5) + SECRET + "y".repeat(9);
        QuotedErrorException failure = new QuotedErrorException(said, QuotedErrorTest::error);

        assertThat(failure.error().detail()).as("without care").endsWith("xcorre");
        assertThat(kept(failure).detail()).isEqualTo("x".repeat(MAX_CHARS - 5) + "***yy");
    }

    @Test
    void leavesAnErrorWithoutSecretsAsItIs() {
        QuotedErrorException failure = new QuotedErrorException("no luck", QuotedErrorTest::error);

        assertThat(kept(failure)).isEqualTo(failure.error());
    }

    private static WorkflowError error(String said) {
        return WorkflowError.of(Standard.COMMUNICATION, "Refused", said.substring(0, Math.min(MAX_CHARS, said.length())),
                "/do/0/pay");
    }

    private static WorkflowError kept(QuotedErrorException failure) {
        IntegrationPerformer performer = new IntegrationPerformer(List.of(new CallPerformer() {
            @Override
            public String call() {
                return "sms";
            }

            @Override
            public Uni<JsonNode> perform(CallRequest request) {
                return Uni.createFrom().failure(failure);
            }
        }));
        return new SecretsFixture(SECRET).error(performer,
                JsonCodec.read("{\"call\": \"sms\", \"with\": {\"token\": \"" + SECRET + "\"}}"));
    }
}
