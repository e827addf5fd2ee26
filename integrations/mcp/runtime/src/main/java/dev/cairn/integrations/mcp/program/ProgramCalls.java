package dev.cairn.integrations.mcp.program;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.integrations.mcp.protocol.McpCall;
import dev.cairn.spi.program.ProgramLine;
import dev.cairn.spi.program.ProgramStarter;
import io.smallrye.mutiny.Uni;

/** Calls servers that are programs of the machine. Each call has a program of its own, which ends with it. Thread-safe. */
public final class ProgramCalls {

    private final ProgramStarter starter;

    public ProgramCalls(ProgramStarter starter) {
        this.starter = starter;
    }

    /**
     * Makes a call.
     *
     * @return the message that answers it. Cancelling it ends the program
     */
    public Uni<JsonNode> call(McpCall call, ProgramLine line) {
        return Uni.createFrom().emitter(emitter -> {
            ProgramConversation conversation = new ProgramConversation(call, emitter);
            emitter.onTermination(conversation::end);
            conversation.begin(starter, line);
        });
    }
}
