package dev.cairn.spi.outbound;

import java.util.Objects;

/**
 * Credentials of one request. Never store or log them.
 *
 * @param scheme scheme of the {@code Authorization} header, such as {@code Bearer}
 * @param parameter the text behind the scheme
 */
public record OutboundCredential(String scheme, String parameter) {

    public OutboundCredential {
        Objects.requireNonNull(scheme, "scheme");
        Objects.requireNonNull(parameter, "parameter");
    }

    /** The value of the {@code Authorization} header. */
    public String header() {
        return scheme + " " + parameter;
    }

    /** The scheme alone. */
    @Override
    public String toString() {
        return scheme + " ***";
    }
}
