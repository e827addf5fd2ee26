package dev.cairn.integrations.grpc.channel;

import java.net.InetAddress;

/**
 * A server that definitions name.
 *
 * @param host name or address; an IPv6 address without brackets
 * @param address address that the policy for calls has checked, to connect to instead of resolving the host; or null
 * @param tls true for an encrypted connection
 */
public record ChannelKey(String host, int port, InetAddress address, boolean tls) {

    /** Host and port as HTTP/2 has them. */
    public String authority() {
        return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
    }
}
