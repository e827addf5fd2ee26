package dev.cairn.engine.observer;

import dev.cairn.spi.outbound.OutboundCaller;

/**
 * A request that was not made, because its target is not admitted.
 *
 * @param caller the task that was to make it
 * @param host host of the target; secrets are concealed
 * @param port port of the target
 * @param reason the rule that refuses it
 * @param detail the reason as text, such as "the host has a loopback address"
 */
public record OutboundRefusal(OutboundCaller caller, String host, int port, Reason reason, String detail) {

    /** The rules that refuse a target. */
    public enum Reason {
        /** The address is not public, and there is no list of allowed targets. */
        ADDRESS,
        /** The target is not on the list of allowed targets. */
        NOT_ALLOWED,
        /** The host is neither a name nor an address. */
        INVALID_HOST,
        /** A redirection leads from https to http. */
        DOWNGRADE
    }
}
