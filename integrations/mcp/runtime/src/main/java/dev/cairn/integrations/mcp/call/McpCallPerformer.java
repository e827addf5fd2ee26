package dev.cairn.integrations.mcp.call;

import java.time.Duration;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.mcp.config.McpCallConfig;
import dev.cairn.integrations.mcp.program.ProgramCalls;
import dev.cairn.integrations.mcp.protocol.ClientIdentity;
import dev.cairn.integrations.mcp.protocol.McpCall;
import dev.cairn.integrations.mcp.protocol.McpCallErrors;
import dev.cairn.integrations.mcp.session.CredentialsRefusedException;
import dev.cairn.integrations.mcp.session.HttpCalls;
import dev.cairn.spi.CallPerformer;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.outbound.OutboundAuthenticator;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.spi.outbound.OutboundHttpClient;
import dev.cairn.spi.program.ProgramStarter;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/** Performs MCP calls. No thread waits for an answer. The end of a task tells the server, or ends the program. */
@Singleton
public class McpCallPerformer implements CallPerformer {

    /** The kind of calls. */
    public static final String CALL = "mcp";

    private static final int UNAUTHORIZED = 401;

    private final Duration timeout;
    private final int maxBytes;
    private final ClientIdentity client;
    private final OutboundAuthenticator authenticator;
    private final HttpCalls http;
    private final ProgramCalls programs;
    private volatile boolean stopping;

    @Inject
    McpCallPerformer(McpCallConfig config, OutboundHttpClient connections, ProgramStarter starter,
            OutboundAuthenticator authenticator, Vertx vertx,
            @ConfigProperty(name = "quarkus.application.name", defaultValue = "cairn") String application,
            @ConfigProperty(name = "quarkus.application.version", defaultValue = "unknown") String version) {
        McpSettingCheck.check(config);
        this.timeout = config.timeout();
        this.maxBytes = McpSettingCheck.bytes("max-response-size", config.maxResponseSize());
        this.client = McpCallArguments.usualClient(application, version);
        this.authenticator = authenticator;
        this.http = new HttpCalls(connections, vertx, config.maxSessions(), config.sessionIdleTimeout(), timeout);
        this.programs = new ProgramCalls(starter);
    }

    @Override
    public String call() {
        return CALL;
    }

    @Override
    public Uni<JsonNode> perform(CallRequest request) {
        McpCallArguments arguments = new McpCallArguments(request);
        McpCall call = arguments.call(client, maxBytes);
        long timeoutMillis = arguments.timeoutMillis(timeout);
        Uni<JsonNode> answer = arguments.isHttp() ? callHttp(call, arguments)
                : programs.call(call, arguments.program(maxBytes)).map(message -> output(arguments, message));
        return answer.ifNoItem().after(Duration.ofMillis(timeoutMillis))
                .failWith(() -> McpCallErrors.late(call.task(), call.method(), timeoutMillis))
                .onFailure(failure -> !(failure instanceof WorkflowException))
                .transform(
                        failure -> McpCallErrors.broken(call.task(), "MCP call failed", ExceptionMessageFormatter.of(failure)))
                // The call may have had its effect: the next start of the application makes it again.
                .onFailure()
                .recoverWithUni(failure -> stopping ? Uni.createFrom().nothing() : Uni.createFrom().failure(failure));
    }

    private Uni<JsonNode> callHttp(McpCall call, McpCallArguments arguments) {
        if (arguments.authentication().isMissingNode()) {
            return send(call, arguments, null).onFailure(CredentialsRefusedException.class)
                    .transform(refusal -> refused(call, refusal));
        }
        return authenticator.credential(arguments.authentication(), call.caller())
                .flatMap(credential -> send(call, arguments, credential).onFailure(CredentialsRefusedException.class)
                        .recoverWithUni(refusal -> renew(call, arguments, credential, refusal)));
    }

    /** The refusal becomes an error, or is followed by another one, which may quote the refused credentials too. */
    private Uni<JsonNode> renew(McpCall call, McpCallArguments arguments, OutboundCredential refused, Throwable refusal) {
        Uni<JsonNode> outcome = authenticator.renewed(arguments.authentication(), call.caller(), refused)
                .flatMap(renewed -> renewed == null ? Uni.createFrom().failure(refused(call, refusal))
                        : authenticator.concealing(renewed, send(call, arguments, renewed)
                                .onFailure(CredentialsRefusedException.class).transform(again -> refused(call, again))));
        return authenticator.concealing(refused, outcome);
    }

    /** Makes the call with the credentials, which its outcome does not show. A refusal still shows them. */
    private Uni<JsonNode> send(McpCall call, McpCallArguments arguments, OutboundCredential credential) {
        Uni<JsonNode> output = http.call(call, arguments.address(credential), arguments.timeoutMillis(timeout))
                .map(message -> output(arguments, message));
        return credential == null ? output : authenticator.concealing(credential, output);
    }

    private static WorkflowException refused(McpCall call, Throwable refusal) {
        return McpCallErrors.refused(call.task(), UNAUTHORIZED, refusal.getMessage());
    }

    private static JsonNode output(McpCallArguments arguments, JsonNode message) {
        String task = arguments.caller().task();
        if (message.has("error")) {
            throw McpCallErrors.ofServer(task, arguments.method(), message.get("error"));
        }
        JsonNode result = message.get("result");
        if (result.path("isError").asBoolean()) {
            throw McpCallErrors.ofTool(task, arguments.tool(), result);
        }
        return result;
    }

    /** Ends the sessions without calls, while the connections are still open. */
    void leave(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) ShutdownEvent event) {
        http.close();
    }

    /** Calls under way never complete from now on. */
    @PreDestroy
    void close() {
        stopping = true;
    }
}
