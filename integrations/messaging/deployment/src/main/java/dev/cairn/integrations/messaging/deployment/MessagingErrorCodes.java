package dev.cairn.integrations.messaging.deployment;

/** The codes of errors that the build finds in channels. */
final class MessagingErrorCodes {

    /** A channel has no connector. */
    static final String CONNECTOR = "CAIRN-0911";

    /** An expression of a channel cannot be used. */
    static final String EXPRESSION = "CAIRN-0912";

    /** A definition names a channel that is switched off. */
    static final String DISABLED = "CAIRN-0913";

    /** A channel of an AsyncAPI document cannot be mapped to a channel. */
    static final String MAPPING = "CAIRN-0917";

    private MessagingErrorCodes() {}
}
