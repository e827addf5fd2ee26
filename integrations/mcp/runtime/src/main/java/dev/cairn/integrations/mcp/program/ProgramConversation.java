package dev.cairn.integrations.mcp.program;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.mcp.protocol.McpCall;
import dev.cairn.integrations.mcp.protocol.McpCallErrors;
import dev.cairn.integrations.mcp.protocol.McpMessages;
import dev.cairn.spi.program.ProgramLine;
import dev.cairn.spi.program.ProgramListener;
import dev.cairn.spi.program.ProgramStarter;
import dev.cairn.spi.program.RunningProgram;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.subscription.UniEmitter;

/** One call of a program: a message is a line. Runs on the threads that read the output of the program, one at a time. */
final class ProgramConversation implements ProgramListener {

    private static final long INITIALIZE_ID = 1;
    private static final long CALL_ID = 2;
    /** Requests that a program may make: replies to a program that reads none would fill the memory. */
    private static final int MAX_REQUESTS = 100;

    private final McpCall call;
    private final UniEmitter<? super JsonNode> emitter;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int requests;
    private boolean called;
    private volatile RunningProgram program;
    private volatile boolean over;

    ProgramConversation(McpCall call, UniEmitter<? super JsonNode> emitter) {
        this.call = call;
        this.emitter = emitter;
    }

    void begin(ProgramStarter starter, ProgramLine command) {
        program = starter.start(command, this);
        send(McpMessages.initialize(INITIALIZE_ID, call.client()));
        if (over) {
            program.end();
        }
    }

    /** The call has an outcome, or needs none. */
    void end() {
        over = true;
        RunningProgram running = program;
        if (running != null) {
            running.end();
        }
    }

    @Override
    public void output(byte[] bytes) {
        for (byte next : bytes) {
            if (next == '\n') {
                String text = line.toString(StandardCharsets.UTF_8).strip();
                line.reset();
                message(text);
            } else {
                line.write(next);
            }
        }
    }

    /** Programs may write other things: a line that is no JSON object or array is none of the protocol. */
    private void message(String text) {
        if (over || !text.startsWith("{") && !text.startsWith("[")) {
            return;
        }
        JsonNode message;
        try {
            message = JsonCodec.read(text);
        } catch (RuntimeException noMessage) {
            return;
        }
        for (JsonNode each : message.isArray() ? message : List.of(message)) {
            if (!over) {
                message(each);
            }
        }
    }

    private void message(JsonNode message) {
        if (McpMessages.answers(message, CALL_ID)) {
            emitter.complete(message);
        } else if (McpMessages.answers(message, INITIALIZE_ID)) {
            try {
                McpMessages.acceptedVersion(call, message);
            } catch (WorkflowException refused) {
                emitter.fail(refused);
                return;
            }
            makeCall();
        } else {
            reply(McpMessages.reply(message));
        }
    }

    /** A program may repeat its answer to {@code initialize}: the call is made after the first. */
    private void makeCall() {
        if (!called) {
            called = true;
            send(McpMessages.initialized());
            send(McpMessages.request(CALL_ID, call.method(), call.parameters()));
        }
    }

    private void reply(JsonNode reply) {
        if (reply == null) {
            return;
        }
        requests++;
        if (requests > MAX_REQUESTS) {
            emitter.fail(McpCallErrors.COMMON.broken(call.task(), "Too many requests of the MCP server",
                    "The program made more than " + MAX_REQUESTS + " requests before it answered " + call.method()));
        } else {
            send(reply);
        }
    }

    private void send(JsonNode message) {
        byte[] text = JsonCodec.writeAsJq(message);
        byte[] sent = Arrays.copyOf(text, text.length + 1);
        sent[text.length] = '\n';
        RunningProgram running = program;
        if (running != null) {
            running.write(sent);
        }
    }

    @Override
    public void ended(int code, String said) {
        emitter.fail(McpCallErrors.COMMON.broken(call.task(), "MCP server ended",
                "The program ended with code " + code + " before it answered " + call.method()
                        + (said.isEmpty() ? "" : ": " + said)));
    }

    @Override
    public void failed(WorkflowException failure) {
        emitter.fail(failure);
    }
}
