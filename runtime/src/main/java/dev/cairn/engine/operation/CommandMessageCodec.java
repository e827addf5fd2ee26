package dev.cairn.engine.operation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.spi.EntryPlace;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/**
 * A command as a message between nodes: its name, and on the next line its origin, its event and its timer, if it has them. The
 * second line is JSON, and sealed as an entry of a journal is, since a reason may be confidential. It is sealed for the
 * position of the first entry of an instance with the id of the message; no such instance exists.
 */
final class CommandMessageCodec {

    private static final byte LINE_END = '\n';
    private static final String ORIGIN = "origin";
    private static final String PRINCIPAL = "principal";
    private static final String REASON = "reason";
    private static final String EVENT = "event";
    private static final String TIMER = "timer";

    private CommandMessageCodec() {}

    static byte[] encode(OperatorCommand command, String messageId, PayloadCodecChain seal) {
        byte[] name = command.kind().name().getBytes(StandardCharsets.UTF_8);
        CommandOrigin origin = command.origin();
        if (origin == null && !command.kind().isOnce()) {
            return name;
        }
        ObjectNode more = JsonNodeFactory.instance.objectNode();
        if (origin != null) {
            more.putObject(ORIGIN).put(PRINCIPAL, origin.principal()).put(REASON, origin.reason());
        }
        if (command.event() != null) {
            more.set(EVENT, command.event().tree());
        }
        if (command.timer() != null) {
            more.put(TIMER, command.timer());
        }
        byte[] sealed = seal.seal(JsonPayload.of(more).text(), new EntryPlace(messageId, 0));
        return ByteBuffer.allocate(name.length + 1 + sealed.length).put(name).put(LINE_END).put(sealed).array();
    }

    /**
     * Reads a command. Throws any runtime exception if the bytes are malformed.
     *
     * @return null if this version of the application has no such command
     */
    static OperatorCommand decode(byte[] body, String messageId, PayloadCodecChain seal) {
        int end = 0;
        while (end < body.length && body[end] != LINE_END) {
            end++;
        }
        OperatorCommandKind kind = OperatorCommandKind.named(new String(body, 0, end, StandardCharsets.UTF_8));
        if (kind == null || end >= body.length) {
            return kind == null || kind.isOnce() ? null : new OperatorCommand(kind, null);
        }
        JsonNode more = JsonCodec.readWritten(
                seal.open(Arrays.copyOfRange(body, end + 1, body.length), new EntryPlace(messageId, 0)));
        JsonNode origin = more.get(ORIGIN);
        JsonNode event = more.get(EVENT);
        if ((event == null) == (kind == OperatorCommandKind.SEND)) {
            throw new IllegalArgumentException("It has " + (event == null ? "no" : "an") + " event");
        }
        String timer = more.path(TIMER).textValue();
        if ((timer == null) == (kind == OperatorCommandKind.FIRE)) {
            throw new IllegalArgumentException("It has " + (timer == null ? "no" : "a") + " timer");
        }
        return new OperatorCommand(kind,
                origin == null ? null
                        : new CommandOrigin(origin.path(PRINCIPAL).textValue(), origin.path(REASON).textValue()),
                event == null ? null : JsonPayload.of(event), timer);
    }
}
