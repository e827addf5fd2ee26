package dev.cairn.integrations.grpc.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.outbound.OutboundCredential;
import io.grpc.Metadata;
import io.smallrye.mutiny.Uni;

/** Calls with credentials that are known only in the attempt. */
class GrpcAuthenticationTest {

    private NotesCaller caller;

    @BeforeEach
    void open() throws IOException {
        caller = new NotesCaller(Map.of());
    }

    @AfterEach
    void close() {
        caller.close();
    }

    @Test
    void getsATokenInEachAttempt() {
        caller.tokens = (authentication, task, refused) -> {
            assertThat(authentication.path("client").textValue()).isEqualTo("shop");
            assertThat(task.task()).isEqualTo("/do/0/note");
            return token("token-" + caller.server().headers.size());
        };

        caller.call("{\"method\": \"Echo\", \"authentication\": {\"client\": \"shop\"}}");
        caller.call("{\"method\": \"Echo\", \"authentication\": {\"client\": \"shop\"}}");

        assertThat(authorizations()).containsExactly(List.of("Bearer token-0"), List.of("Bearer token-1"));
    }

    @Test
    void renewsATokenThatTheServerRefuses() {
        caller.server().admit("Bearer new-token");
        caller.tokens = (authentication, task, refused) -> token(refused == null ? "old-token" : "new-token");

        JsonNode answer = caller.call("""
                {"method": "Echo", "authentication": {"oauth2": {}}, "arguments": {"text": "new-token, old-token"}}""");

        assertThat(authorizations()).containsExactly(List.of("Bearer old-token"), List.of("Bearer new-token"));
        assertThat(answer.path("text").textValue()).as("a token in an answer would be stored").isEqualTo("***, ***");
    }

    @Test
    void renewsATokenOnce() {
        caller.server().admit("nothing");
        caller.tokens = (authentication, task, refused) -> token(refused == null ? "old-token" : "new-token");

        WorkflowError error = caller.error("{\"method\": \"Echo\", \"authentication\": {\"oauth2\": {}}}");

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.AUTHENTICATION.type());
        assertThat(error.detail()).isEqualTo("notes.Notes/Echo ended with UNAUTHENTICATED: refused: Bearer ***");
        assertThat(caller.server().headers).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = { "{\"token\": \"some-token\"}", "{\"username\": \"user\", \"password\": \"word\"}" })
    void sendsCredentialsOfTheDefinitionOnce(String authentication) {
        caller.server().admit("nothing");

        WorkflowError error = caller.error("{\"method\": \"Echo\", \"authentication\": " + authentication + "}");

        assertThat(error.status()).isEqualTo(401);
        assertThat(error.detail()).endsWith("***").doesNotContain("some-token");
        assertThat(caller.server().headers).hasSize(1);
    }

    @Test
    void makesNoCallWithoutItsToken() {
        caller.tokens = (authentication, task, refused) -> Uni.createFrom().failure(new WorkflowException(
                WorkflowError.of(WorkflowError.Standard.AUTHENTICATION, "No token", "The server has none", task.task())));
        assertThat(caller.error("{\"method\": \"Echo\", \"authentication\": {\"oauth2\": {}}}").title()).isEqualTo("No token");

        caller.tokens = (authentication, task, refused) -> Uni.createFrom().nothing();
        assertThat(caller.error("{\"method\": \"Echo\", \"timeout\": 50, \"authentication\": {\"oauth2\": {}}}").type())
                .isEqualTo(WorkflowError.Standard.TIMEOUT.type());

        assertThat(caller.error("{\"method\": \"Echo\", \"authentication\": {\"caller\": true}}").detail())
                .startsWith("CAIRN-0853");
        assertThat(caller.server().headers).isEmpty();
    }

    private static Uni<OutboundCredential> token(String token) {
        return Uni.createFrom().item(new OutboundCredential("Bearer", token));
    }

    private List<List<String>> authorizations() {
        Metadata.Key<String> name = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
        return caller.server().headers.stream().map(headers -> {
            List<String> values = new ArrayList<>();
            headers.getAll(name).forEach(values::add);
            return values;
        }).toList();
    }
}
