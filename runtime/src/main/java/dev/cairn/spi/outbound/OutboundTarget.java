package dev.cairn.spi.outbound;

import java.util.Locale;
import java.util.Objects;

/**
 * The destination of a request: its origin.
 *
 * @param scheme scheme in lower case, such as {@code https}
 * @param host name or address as written; an IPv6 address without brackets
 * @param port port, from 1 to 65535
 */
public record OutboundTarget(String scheme, String host, int port) {

    public OutboundTarget {
        scheme = scheme.toLowerCase(Locale.ROOT);
        Objects.requireNonNull(host, "host");
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("A port is a number from 1 to 65535, not " + port);
        }
    }

    /** True if both have the same scheme, host and port: credentials and cookies for one may be sent to the other. */
    public boolean isSameOrigin(OutboundTarget other) {
        return scheme.equals(other.scheme) && host.equalsIgnoreCase(other.host) && port == other.port;
    }
}
