package dev.cairn.compiler.asyncapi;

import java.util.List;

import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;

/**
 * The parts of an AsyncAPI document that a call names. A part that is not named is null; either the operation or the channel is.
 *
 * @param document name of the document
 * @param location source location of the reference to the document
 * @param operation the operation
 * @param channel the channel
 * @param server the server
 * @param protocol the protocol of the server
 * @param message the message to publish; null for a subscription
 */
public record ChannelRequest(String document, SourceLocation location, NamedPart operation, NamedPart channel,
        ServerRequest server, NamedPart protocol, OutgoingMessage message) {

    /** True if a message is published. */
    boolean publishes() {
        return message != null;
    }

    /** A name, where it was written. */
    public record NamedPart(String name, SourceLocation location) {}

    /**
     * A server.
     *
     * @param variables names of the variables that the call sets
     */
    public record ServerRequest(NamedPart name, List<NamedPart> variables) {
        public ServerRequest {
            variables = List.copyOf(variables);
        }
    }

    /**
     * A message to publish.
     *
     * @param payload null for none
     * @param headers null for none
     */
    public record OutgoingMessage(ValueTemplate payload, ValueTemplate headers) {}
}
