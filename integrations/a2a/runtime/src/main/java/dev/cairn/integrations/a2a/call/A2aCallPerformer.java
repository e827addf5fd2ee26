package dev.cairn.integrations.a2a.call;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.a2a.agent.AgentMessenger;
import dev.cairn.integrations.a2a.agent.AgentRequest;
import dev.cairn.integrations.a2a.config.A2aCallConfig;
import dev.cairn.integrations.a2a.protocol.A2aCallErrors;
import dev.cairn.integrations.a2a.protocol.AgentCard;
import dev.cairn.integrations.a2a.protocol.TaskProgress;
import dev.cairn.spi.CallPerformer;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.IntegrationSettingCheck;
import dev.cairn.spi.outbound.OutboundAuthenticator;
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
        IntegrationSettingCheck check = new IntegrationSettingCheck("CAIRN-0900", "quarkus.cairn.a2a");
        check.positive("timeout", config.timeout());
        check.positive("poll-delay", config.pollDelay());
        check.that("max-poll-delay", config.maxPollDelay(), config.maxPollDelay().compareTo(config.pollDelay()) >= 0,
                "at least quarkus.cairn.a2a.poll-delay");
        check.atLeastOne("max-poll-failures", config.maxPollFailures());
        this.messenger = new AgentMessenger(connections, config.timeout(),
                check.bytes("max-response-size", config.maxResponseSize().asBigInteger()));
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
        return authenticator.authenticated(arguments.authentication(), arguments.caller(),
                credential -> route(arguments, arguments.request(credential)),
                refusal -> A2aCallErrors.COMMON.refused(request.task(), UNAUTHORIZED, refusal))
                .onFailure(failure -> !(failure instanceof WorkflowException))
                .transform(failure -> A2aCallErrors.COMMON.broken(request.task(), "A2A call failed",
                        ExceptionMessageFormatter.of(failure)))
                // The next start of the application repeats the request, whose effect is unknown.
                .onFailure()
                .recoverWithUni(failure -> stopping ? Uni.createFrom().nothing()
                        : progress == null ? Uni.createFrom().failure(failure)
                                : tasks.failed(progress, (WorkflowException) failure));
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
