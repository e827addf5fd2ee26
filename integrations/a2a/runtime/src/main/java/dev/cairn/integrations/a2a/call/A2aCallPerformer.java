package dev.cairn.integrations.a2a.call;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.a2a.agent.AgentCredentialsRefusedException;
import dev.cairn.integrations.a2a.agent.AgentMessenger;
import dev.cairn.integrations.a2a.agent.AgentRequest;
import dev.cairn.integrations.a2a.config.A2aCallConfig;
import dev.cairn.integrations.a2a.protocol.A2aCallErrors;
import dev.cairn.integrations.a2a.protocol.AgentCard;
import dev.cairn.integrations.a2a.protocol.TaskProgress;
import dev.cairn.spi.CallPerformer;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.outbound.OutboundAuthenticator;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.spi.outbound.OutboundHttpClient;
import io.smallrye.mutiny.Uni;

/** Performs A2A calls, and the questions about tasks that agents work on. No thread waits for an answer. */
@Singleton
public class A2aCallPerformer implements CallPerformer {

    /** The kind of calls. */
    public static final String CALL = "a2a";

    private static final int UNAUTHORIZED = 401;

    private final AgentMessenger messenger;
    private final TaskFollower tasks;
    private final OutboundAuthenticator authenticator;
    private volatile boolean stopping;

    @Inject
    A2aCallPerformer(A2aCallConfig config, OutboundHttpClient connections, OutboundAuthenticator authenticator) {
        A2aSettingCheck.check(config);
        this.messenger = new AgentMessenger(connections, config.timeout(), A2aSettingCheck.bytes(config.maxResponseSize()));
        this.tasks = new TaskFollower(messenger, config);
        this.authenticator = authenticator;
    }

    @Override
    public String call() {
        return CALL;
    }

    @Override
    public Uni<JsonNode> perform(CallRequest request) {
        A2aCallArguments arguments = new A2aCallArguments(request);
        TaskProgress progress = arguments.progress();
        return authenticated(arguments)
                .onFailure(failure -> !(failure instanceof WorkflowException))
                .transform(failure -> A2aCallErrors.broken(request.task(), "A2A call failed",
                        ExceptionMessageFormatter.of(failure)))
                // The next start of the application repeats the request, whose effect is unknown.
                .onFailure()
                .recoverWithUni(failure -> stopping ? Uni.createFrom().nothing()
                        : progress == null ? Uni.createFrom().failure(failure)
                                : tasks.failed(progress, (WorkflowException) failure));
    }

    private Uni<JsonNode> authenticated(A2aCallArguments arguments) {
        if (arguments.authentication().isMissingNode()) {
            return attempt(arguments, null).onFailure(AgentCredentialsRefusedException.class)
                    .transform(refusal -> refused(arguments, refusal));
        }
        return authenticator.credential(arguments.authentication(), arguments.caller())
                .flatMap(credential -> attempt(arguments, credential).onFailure(AgentCredentialsRefusedException.class)
                        .recoverWithUni(refusal -> renewed(arguments, credential, refusal)));
    }

    /** The refusal becomes an error, or is followed by another one, which may quote the refused credentials too. */
    private Uni<JsonNode> renewed(A2aCallArguments arguments, OutboundCredential refused, Throwable refusal) {
        Uni<JsonNode> outcome = authenticator.renewed(arguments.authentication(), arguments.caller(), refused)
                .flatMap(credential -> credential == null ? Uni.createFrom().failure(refused(arguments, refusal))
                        : authenticator.concealing(credential, attempt(arguments, credential)
                                .onFailure(AgentCredentialsRefusedException.class)
                                .transform(again -> refused(arguments, again))));
        return authenticator.concealing(refused, outcome);
    }

    private static WorkflowException refused(A2aCallArguments arguments, Throwable refusal) {
        return A2aCallErrors.refused(arguments.caller().task(), UNAUTHORIZED, refusal.getMessage());
    }

    /** Makes the call with the credentials, which its outcome does not show. A refusal still shows them. */
    private Uni<JsonNode> attempt(A2aCallArguments arguments, OutboundCredential credential) {
        Uni<JsonNode> outcome = Uni.createFrom().deferred(() -> route(arguments, arguments.request(credential)));
        return credential == null ? outcome : authenticator.concealing(credential, outcome);
    }

    /** Finds the endpoint of the agent. */
    private Uni<JsonNode> route(A2aCallArguments arguments, AgentRequest request) {
        TaskProgress progress = arguments.progress();
        if (progress != null) {
            return tasks.ask(progress.url() == null ? request : named(request, progress.url()), progress);
        }
        if (!arguments.isCard()) {
            return make(arguments, request, null);
        }
        return messenger.card(request).flatMap(card -> {
            String url = AgentCard.endpoint(request.task(), card);
            return make(arguments, named(request, url), url);
        });
    }

    private static AgentRequest named(AgentRequest request, String url) {
        return request.to(request.address().named(request.task(), url));
    }

    /** @param url endpoint of the agent if a card has named it, or null */
    private Uni<JsonNode> make(A2aCallArguments arguments, AgentRequest agent, String url) {
        return switch (arguments.method()) {
            case "message/send" -> tasks.send(agent, url, arguments.message(false));
            case "message/stream" -> tasks.stream(agent, url, arguments.message(true));
            case "tasks/resubscribe" -> tasks.ask(agent, TaskProgress.first(arguments.taskId(), url, true, 0),
                    arguments.parameters());
            default -> messenger.call(agent, arguments.method(), arguments.parameters());
        };
    }

    /** Calls under way never complete from now on. */
    @PreDestroy
    void close() {
        stopping = true;
    }
}
