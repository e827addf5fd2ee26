package dev.cairn.compiler.asyncapi;

import java.util.List;
import java.util.Map;

import dev.cairn.compiler.document.DocumentPart;

/** Finds the parts of an AsyncAPI document of one major version. */
interface DocumentLayout {

    /** The operations by name. */
    Map<String, DocumentOperation> operations();

    /** The channels by name. */
    Map<String, DocumentPart> channels();

    /** Topic or queue of a channel; null if the document leaves it open. */
    String address(String channel, DocumentPart part);

    /** The messages that a channel has for a call that names it. */
    List<DocumentPart> messages(DocumentPart channel, boolean publishes);

    /** The servers of a channel by name; those of the document if the channel names none. */
    Map<String, DocumentPart> servers(DocumentPart channel);

    /**
     * An operation.
     *
     * @param channel name of its channel
     * @param channelPart its channel
     * @param messages its messages
     */
    record DocumentOperation(String channel, DocumentPart channelPart, List<DocumentPart> messages) {}
}
