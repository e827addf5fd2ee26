package dev.cairn.value.http;

import java.net.IDN;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Decodes names of hosts, which may be percent-encoded and in Unicode. A decoded name stays as it is when it is decoded again. */
public final class HostNameDecoder {

    private HostNameDecoder() {}

    /**
     * The ASCII form of a name.
     *
     * @throws IllegalArgumentException if it is malformed, or encoded twice: readers would disagree about the host
     */
    public static String ascii(String host) {
        String name = host.indexOf('%') < 0 ? host : URLDecoder.decode(host.replace("+", "%2B"), StandardCharsets.UTF_8);
        String ascii = name.chars().allMatch(character -> character < 0x80) ? name : IDN.toASCII(name);
        if (ascii.indexOf('%') >= 0) {
            throw new IllegalArgumentException("no host name: it is encoded twice");
        }
        return ascii;
    }
}
