package dev.cairn.agents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.WorkflowFunction;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;

/** Asks the model for its next turn. The conversation is the workflow's data, so that the journal has it. */
@ApplicationScoped
class AgentModel {

    private static final List<ToolSpecification> TOOLS = ToolSpecifications.toolSpecificationsFrom(OrderTools.class);

    @Inject
    ChatModel model;

    @Inject
    ObjectMapper json;

    /** The model's turn: a text, or the tools that it asks for, and the tokens that it took. */
    record Turn(JsonNode message, String text, List<ToolCall> tools, int tokens) {}

    /** A tool that the model asks for; the arguments are null if they are no JSON object. */
    record ToolCall(String id, String name, JsonNode arguments) {}

    @WorkflowFunction("askModel")
    Turn ask(JsonNode messages) throws IOException {
        ChatResponse response = model.chat(ChatRequest.builder()
                .messages(ChatMessageDeserializer.messagesFromJson(messages.toString())).toolSpecifications(TOOLS).build());
        List<ToolCall> tools = new ArrayList<>();
        for (ToolExecutionRequest request : response.aiMessage().toolExecutionRequests()) {
            tools.add(new ToolCall(request.id(), request.name(), arguments(request)));
        }
        return new Turn(json.readTree(ChatMessageSerializer.messageToJson(response.aiMessage())), response.aiMessage().text(),
                tools, response.tokenUsage() == null ? 0 : response.tokenUsage().totalTokenCount());
    }

    /** Null if the model has written no JSON object; the workflow tells it so. */
    private JsonNode arguments(ToolExecutionRequest request) {
        try {
            JsonNode arguments = json.readTree(request.arguments());
            return arguments.isObject() ? arguments : null;
        } catch (JsonProcessingException malformed) {
            return null;
        }
    }
}
