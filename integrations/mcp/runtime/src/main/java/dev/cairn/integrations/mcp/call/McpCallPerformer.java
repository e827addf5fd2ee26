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
import dev.cairn.integrations.mcp.session.HttpCalls;
import dev.cairn.spi.CallPerformer;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.IntegrationSettingCheck;
import dev.cairn.spi.outbound.OutboundAuthenticator;
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
        IntegrationSettingCheck check = new IntegrationSettingCheck("CAIRN-0890", "quarkus.cairn.mcp");
        check.positive("timeout", config.timeout());
        check.positive("session-idle-timeout", config.sessionIdleTimeout());
        this.timeout = config.timeout();
        this.maxBytes = check.bytes("max-response-size", config.maxResponseSize().asBigInteger());
        this.client = McpCallArguments.usualClient(application, version);
        this.authenticator = authenticator;
        this.http = new HttpCalls(connections, vertx, check.atLeastOne("max-sessions", config.maxSessions()),
                config.sessionIdleTimeout(), timeout);
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
        Uni<JsonNode> answer = arguments.isHttp() ? callHttp(call, arguments, timeoutMillis)
                : programs.call(call, arguments.program(maxBytes)).map(message -> output(arguments, message));
        return answer.ifNoItem().after(Duration.ofMillis(timeoutMillis))
                .failWith(() -> McpCallErrors.COMMON.late(call.task(), call.method(), timeoutMillis))
                .onFailure(failure -> !(failure instanceof WorkflowException))
                .transform(
                        failure -> McpCallErrors.COMMON.broken(call.task(), "MCP call failed",
                                ExceptionMessageFormatter.of(failure)))
                // The call may have had its effect: the next start of the application makes it again.
                .onFailure()
                .recoverWithUni(failure -> stopping ? Uni.createFrom().nothing() : Uni.createFrom().failure(failure));
    }

    private Uni<JsonNode> callHttp(McpCall call, McpCallArguments arguments, long timeoutMillis) {
        return authenticator.authenticated(arguments.authentication(), call.caller(),
                credential -> http.call(call, arguments.address(credential), timeoutMillis)
                        .map(message -> output(arguments, message)),
                refusal -> McpCallErrors.COMMON.refused(call.task(), UNAUTHORIZED, refusal));
    }

    private static JsonNode output(McpCallArguments arguments, JsonNode message) {
        String task = arguments.caller().task();
        if (message.hasNonNull("error")) {
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
