package dev.cairn.agents;

import dev.cairn.api.WorkflowFunction;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;

/** An AI service, whose method is a task. */
@RegisterAiService
interface TicketTitles {

    @WorkflowFunction("titleOf")
    @UserMessage("Give a title of at most five words for this answer to a customer: {text}")
    String titleOf(String text);
}
