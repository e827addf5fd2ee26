package dev.cairn.driver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.journal.Seal;
import dev.cairn.spi.EntryPlace;
import dev.cairn.value.Json;
import dev.cairn.value.Payload;

/**
 * A command as a message between nodes: its name, as ever, and on the next line who asks for it, if somebody does. That is JSON and
 * sealed as an entry of a journal is, since a reason may say what nobody else is to read. Its place is that of the first entry of an
 * instance with the id of the message; there is no such instance.
 */
final class CommandMessage {

    private static final byte LINE_END = '\n';

    private CommandMessage() {}

    static byte[] encode(OperatorCommand command, String messageId, Seal seal) {
        byte[] name = command.kind().name().getBytes(StandardCharsets.UTF_8);
        CommandOrigin origin = command.origin();
        if (origin == null) {
            return name;
        }
        ObjectNode more = JsonNodeFactory.instance.objectNode();
        more.put("principal", origin.principal());
        more.put("reason", origin.reason());
        byte[] sealed = seal.seal(Payload.of(more).text(), new EntryPlace(messageId, 0));
        return ByteBuffer.allocate(name.length + 1 + sealed.length).put(name).put(LINE_END).put(sealed).array();
    }

    /**
     * Reads a command. Throws whatever says that it cannot be read.
     *
     * @return null if this version of the application has no such command
     */
    static OperatorCommand decode(byte[] body, String messageId, Seal seal) {
        int end = 0;
        while (end < body.length && body[end] != LINE_END) {
            end++;
        }
        Command kind = Command.named(new String(body, 0, end, StandardCharsets.UTF_8));
        if (kind == null || end >= body.length) {
            return kind == null ? null : new OperatorCommand(kind, null);
        }
        JsonNode more = Json.readWritten(
                seal.open(Arrays.copyOfRange(body, end + 1, body.length), new EntryPlace(messageId, 0)));
        return new OperatorCommand(kind,
                new CommandOrigin(more.path("principal").textValue(), more.path("reason").textValue()));
    }
}
