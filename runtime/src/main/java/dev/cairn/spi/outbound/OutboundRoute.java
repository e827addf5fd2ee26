package dev.cairn.spi.outbound;

import java.net.InetAddress;

/**
 * The way of an admitted request.
 *
 * @param target its destination: the host to name in the {@code Host} header and in TLS
 * @param address address to connect to, or null to resolve the host as usual. If it is not null, connect to no other: it is the
 *        address that was checked, and the name may resolve to another one by now
 * @param keepsCredentials false if credentials and cookies must not be sent: a redirection led to another origin
 */
public record OutboundRoute(OutboundTarget target, InetAddress address, boolean keepsCredentials) {

    /** The route of a target that input cannot influence. It needs no admission. */
    public static OutboundRoute constant(OutboundTarget target) {
        return new OutboundRoute(target, null, true);
    }
}
