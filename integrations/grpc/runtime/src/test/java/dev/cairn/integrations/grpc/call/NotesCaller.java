package dev.cairn.integrations.grpc.call;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.authentication.CallAuthenticator;
import dev.cairn.effect.authentication.TokenSource;
import dev.cairn.engine.port.CallerTokenRegistry;
import dev.cairn.integrations.grpc.channel.ClientChannels;
import dev.cairn.integrations.grpc.channel.HostConnector;
import dev.cairn.integrations.grpc.config.GrpcCallConfig;
import dev.cairn.quarkus.secret.TokenConcealer;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.outbound.OutboundAuthenticator;
import dev.cairn.value.JsonCodec;
import io.quarkus.grpc.runtime.config.GrpcConfiguration;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.mutiny.Uni;

/** Calls a server of its own, with the tokens that a test gives. */
final class NotesCaller implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    TokenSource tokens;

    private final NotesServer server = new NotesServer(null);
    private final GrpcCallPerformer performer;

    NotesCaller(Map<String, String> settings) throws IOException {
        SmallRyeConfig config = GrpcCallPerformerTest.config(settings);
        performer = new GrpcCallPerformer(NotesProto.bindings(), config.getConfigMapping(GrpcCallConfig.class), null,
                authenticator(() -> tokens), new HostConnector(PATIENCE, null),
                new ClientChannels(config.getConfigMapping(GrpcConfiguration.class), Set.of()));
    }

    /** The authenticator of applications. */
    static OutboundAuthenticator authenticator(Supplier<TokenSource> tokens) {
        return new CallAuthenticator(new CallerTokenRegistry(), tokens, new TokenConcealer());
    }

    NotesServer server() {
        return server;
    }

    JsonNode call(String arguments) {
        return perform(arguments).await().atMost(PATIENCE);
    }

    Uni<JsonNode> perform(String arguments) {
        ObjectNode with = (ObjectNode) JsonCodec.read("{\"proto\": \"notes.proto\", \"service\": \"notes.Notes\","
                + " \"host\": \"localhost\", \"tls\": false}");
        with.put("port", server.port());
        with.setAll((ObjectNode) JsonCodec.read(arguments));
        return performer.perform(new CallRequest("i", "test:notes", "1.0.0", "/do/0/note", "key-1", with, Map.of()));
    }

    WorkflowError error(String arguments) {
        return catchThrowableOfType(WorkflowException.class, () -> call(arguments)).error();
    }

    @Override
    public void close() {
        performer.close();
        server.close();
    }
}
