package dev.cairn.integrations.messaging.mapping;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * The default source of the events of a channel: {@code /protocol/channel/address}. Brokers do not share a namespace, so the channel is
 * a part of it. Thread-safe.
 */
final class DefaultSource {

    private final String channelSource;
    /** The messages of a channel usually have one address. */
    private volatile AddressSource latest = new AddressSource(null, null);

    DefaultSource(String protocol, String channel) {
        this.channelSource = "/" + protocol + "/" + segment(channel);
    }

    /** The source of the messages of an address; null for an unknown address. */
    String of(String address) {
        if (address == null) {
            return channelSource;
        }
        AddressSource known = latest;
        if (!address.equals(known.address)) {
            known = new AddressSource(address, channelSource + "/" + encoded(address));
            latest = known;
        }
        return known.source;
    }

    /** A text as one segment of a path: two different pairs of texts never give the same path. */
    static String segment(String text) {
        return encoded(text).replace("/", "%2F");
    }

    /** A text as the end of a path. */
    static String encoded(String text) {
        try {
            return new URI(null, null, "/" + text, null).toASCIIString().substring(1);
        } catch (URISyntaxException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    private record AddressSource(String address, String source) {}
}
