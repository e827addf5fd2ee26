package dev.cairn.integrations.messaging.deployment;

/** The places in a definition that name channels, as JSON pointers. */
final class DefinitionChannels {

    /** The channel that brings events for a workflow. */
    static final String OF_DOCUMENT = "/document/metadata/cairn/messaging/channel";

    private DefinitionChannels() {}
}
