package dev.cairn.quarkus.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.spi.QuotedErrorException;
import io.smallrye.mutiny.Uni;

/** The answer of a failed call must not quote the token of the call. */
class TokenConcealerTest {

    private static final String TOKEN = "token-of-the-call";

    @Test
    void concealsTheTextThatAnIntegrationQuotesBeforeItIsCut() {
        QuotedErrorException refused = new QuotedErrorException("You sent " + TOKEN + " and secret",
                text -> WorkflowError.of(Standard.COMMUNICATION, "Refused", text.substring(0, 16), "/do/0/pay"));

        QuotedErrorException concealed = catchThrowableOfType(QuotedErrorException.class,
                () -> new TokenConcealer().concealing(TOKEN, Uni.createFrom().failure(refused)).await().indefinitely());

        assertThat(concealed.error().detail()).isEqualTo("You sent *** and");
        // The secrets of the application are concealed in the whole text later.
        assertThat(concealed.text()).isEqualTo("You sent *** and secret");
        assertThat(concealed.quoting().apply("the text without secrets").detail()).isEqualTo("the text without");
    }

    @Test
    void concealsTheAnswerThatIsTheError() {
        ObjectNode whole = JsonNodeFactory.instance.objectNode().put("status", 400).put("body", "You sent " + TOKEN);
        whole.putObject("headers").put("x-sent", TOKEN);
        ErrorResponseException refused = new ErrorResponseException("quotes " + TOKEN,
                text -> WorkflowError.of(Standard.COMMUNICATION, "Refused", text, "/do/0/pay"), whole);

        ErrorResponseException concealed = catchThrowableOfType(ErrorResponseException.class,
                () -> new TokenConcealer().concealing(TOKEN, Uni.createFrom().failure(refused)).await().indefinitely());

        assertThat(concealed.error().detail()).isEqualTo("quotes ***");
        assertThat(concealed.response())
                .hasToString("{\"status\":400,\"body\":\"You sent ***\",\"headers\":{\"x-sent\":\"***\"}}");
    }
}
