package dev.cairn.spi.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.effect.authentication.CallAuthenticator;
import dev.cairn.effect.authentication.TokenSource;
import dev.cairn.engine.port.CallerTokenRegistry;
import dev.cairn.quarkus.secret.TokenConcealer;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** Calls with credentials, of a server that accepts one token. */
class OutboundAuthenticatorTest {

    private static final OutboundCaller CALLER = new OutboundCaller("shop:ask", "1.0.0", "i", "/do/0/ask");
    private static final OutboundCallErrors ERRORS = new OutboundCallErrors("TEST", "The server", "max-size");
    private static final JsonNode RENEWABLE = JsonCodec.read("{\"oauth2\": {}}");
    private static final JsonNode FIXED = JsonCodec.read("{\"token\": \"last-token\"}");

    private final TokenSource tokens = (authentication, caller, refused) -> Uni.createFrom()
            .item(new OutboundCredential("Bearer", refused == null ? "old-token" : "new-token"));
    private final OutboundAuthenticator authenticator = new CallAuthenticator(new CallerTokenRegistry(), () -> tokens,
            new TokenConcealer());
    private final List<String> sent = new ArrayList<>();
    private String accepted = "new-token";

    @Test
    void renewsRefusedCredentials() {
        assertThat(call(RENEWABLE).textValue()).isEqualTo("made with ***");
        assertThat(sent).containsExactly("old-token", "new-token");
    }

    @Test
    void makesACallWithoutCredentialsOnce() {
        assertThat(failure(MissingNode.getInstance())).isEqualTo("The server answered: not old-token, last-token or new-token");
        assertThat(sent).containsExactly("null");
        accepted = "null";
        assertThat(call(MissingNode.getInstance()).textValue()).isEqualTo("made with null");
    }

    @Test
    void showsNoCredentialsThatARefusalQuotes() {
        accepted = "other";

        assertThat(failure(RENEWABLE)).isEqualTo("The server answered: not ***, last-token or ***");
        assertThat(failure(FIXED)).isEqualTo("The server answered: not old-token, *** or new-token");
        assertThat(sent).containsExactly("old-token", "new-token", "last-token");
    }

    /** Half a token would not be found any more. */
    @Test
    void concealsCredentialsBeforeATextIsCut() {
        WorkflowException failure = catchThrowableOfType(WorkflowException.class, () -> call(RENEWABLE,
                credential -> Uni.createFrom()
                        .failure(ERRORS.refused("/do/0/ask", 403, "x".repeat(975) + " old-token was sent"))));

        assertThat(failure.error().detail()).hasSize(1_001).endsWith("x ***…");
    }

    private String failure(JsonNode authentication) {
        return catchThrowableOfType(WorkflowException.class, () -> call(authentication)).error().detail();
    }

    private JsonNode call(JsonNode authentication) {
        return call(authentication, this::answer);
    }

    private JsonNode call(JsonNode authentication, Function<OutboundCredential, Uni<JsonNode>> call) {
        return authenticator.authenticated(authentication, CALLER, call, text -> ERRORS.refused(CALLER.task(), 401, text))
                .await().indefinitely();
    }

    private Uni<JsonNode> answer(OutboundCredential credential) {
        String token = credential == null ? "null" : credential.parameter();
        sent.add(token);
        return token.equals(accepted) ? Uni.createFrom().item(TextNode.valueOf("made with " + token))
                : Uni.createFrom().failure(new CredentialsRefusedException("not old-token, last-token or new-token"));
    }
}
