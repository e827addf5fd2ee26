package dev.cairn.integrations.a2a.call;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.a2a.agent.AgentMessenger;
import dev.cairn.integrations.a2a.agent.AgentRequest;
import dev.cairn.integrations.a2a.config.A2aCallConfig;
import dev.cairn.integrations.a2a.protocol.A2aCallErrors;
import dev.cairn.integrations.a2a.protocol.TaskProgress;
import dev.cairn.integrations.a2a.protocol.TaskState;
import dev.cairn.spi.outbound.CredentialsRefusedException;
import io.smallrye.mutiny.Uni;

/**
 * Follows the tasks that agents make of messages. The outcome of a message or question is the output of the call, or the task at work
 * and the time of the next question. A question fails only after several in a row had no usable answer. Thread-safe.
 */
final class TaskFollower {

    private static final String TASK_ID = "taskId";

    private final AgentMessenger messenger;
    private final Duration streamTime;
    private final long delayMillis;
    private final long maxDelayMillis;
    private final int maxFailures;

    TaskFollower(AgentMessenger messenger, A2aCallConfig config) {
        this.messenger = messenger;
        this.streamTime = config.timeout();
        this.delayMillis = config.pollDelay().toMillis();
        this.maxDelayMillis = config.maxPollDelay().toMillis();
        this.maxFailures = config.maxPollFailures();
    }

    /**
     * Sends a message.
     *
     * @param url endpoint of the agent if a card has named it, or null
     */
    Uni<JsonNode> send(AgentRequest agent, String url, JsonNode parameters) {
        return messenger.call(agent, "message/send", parameters).map(result -> outcome(agent, result,
                TaskProgress.first(result.path("id").asText(), url, false, delayMillis)));
    }

    /** As {@link #send}, for an agent that answers by events. The first one has the id of the task. */
    Uni<JsonNode> stream(AgentRequest agent, String url, JsonNode parameters) {
        Uni<JsonNode> first = messenger.event(agent, "message/stream", parameters, event -> true);
        return messenger.limited(agent, "message/stream", first).map(event -> {
            if (event == null) {
                throw A2aCallErrors.COMMON.broken(agent.task(), "A2A answer is incomplete",
                        "The agent ended the stream of events without an event");
            }
            if (event.path(TASK_ID).isTextual() && !event.path("kind").asText().equals("message")) {
                return TaskProgress.first(event.path(TASK_ID).textValue(), url, true, 0).outcome();
            }
            return outcome(agent, event, TaskProgress.first(event.path("id").asText(), url, true, 0));
        });
    }

    /**
     * Asks about a task, by events first if it has them.
     *
     * @param parameters parameters for the events
     */
    Uni<JsonNode> ask(AgentRequest agent, TaskProgress progress, JsonNode parameters) {
        AgentRequest question = agent.asQuestion();
        if (!progress.stream()) {
            return get(question, progress, next(progress));
        }
        return messenger.event(question, "tasks/resubscribe", parameters, TaskState::isSettled)
                // The events alone do not make the task: it is asked for when they end.
                .onItem().transform(event -> true)
                .ifNoItem().after(streamTime).recoverWithItem(false)
                .onFailure(failure -> !(failure instanceof CredentialsRefusedException)).recoverWithItem(true)
                .flatMap(ended -> get(question, progress, ended ? next(progress) : 0));
    }

    Uni<JsonNode> ask(AgentRequest agent, TaskProgress progress) {
        return ask(agent, progress, id(progress));
    }

    private Uni<JsonNode> get(AgentRequest agent, TaskProgress progress, long nextDelayMillis) {
        return messenger.call(agent, "tasks/get", id(progress))
                .map(task -> outcome(agent, task, progress.after(nextDelayMillis)));
    }

    /** The outcome of a question that had no usable answer. */
    Uni<JsonNode> failed(TaskProgress progress, WorkflowException failure) {
        return A2aCallErrors.isTransient(failure) && progress.failures() + 1 < maxFailures
                ? Uni.createFrom().item(progress.afterFailure(next(progress)).outcome())
                : Uni.createFrom().failure(failure);
    }

    private long next(TaskProgress progress) {
        return progress.delayMillis() == 0 ? delayMillis : Math.min(maxDelayMillis, 2 * progress.delayMillis());
    }

    private static JsonNode id(TaskProgress progress) {
        return JsonNodeFactory.instance.objectNode().put("id", progress.id());
    }

    /** @param atWork the next question if the result is a task at work */
    private static JsonNode outcome(AgentRequest agent, JsonNode result, TaskProgress atWork) {
        String state = TaskState.of(result);
        if (state.isEmpty() && !result.has("parts")) {
            throw A2aCallErrors.COMMON.broken(agent.task(), "A2A answer is incomplete",
                    "The agent answered with neither a message nor a task");
        }
        if (TaskState.isUnsuccessful(state)) {
            throw A2aCallErrors.ofTask(agent.task(), state, result);
        }
        if (state.isEmpty() || TaskState.isOutput(state)) {
            return TaskProgress.output(result);
        }
        if (!TaskState.isWorking(state)) {
            throw A2aCallErrors.COMMON.broken(agent.task(), "A2A state is not known",
                    "The agent answered with a task in the state \"" + state + "\"");
        }
        if (atWork.id().isEmpty()) {
            throw A2aCallErrors.COMMON.broken(agent.task(), "A2A answer is incomplete",
                    "The agent answered with a task without id");
        }
        return atWork.outcome();
    }
}
