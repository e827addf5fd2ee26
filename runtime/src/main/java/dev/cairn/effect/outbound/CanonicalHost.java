package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.cairn.value.http.HostNameDecoder;

/**
 * A host in the one form in which it is compared, resolved and connected to. Parsers disagree on forms such as {@code 0177.0.0.1} or
 * {@code 2130706433}. This class reads them as browsers do (WHATWG URL, "host parser"), and nothing else reads them again.
 *
 * @param name name in lower case, ASCII, without a dot at the end; of an address its usual notation
 * @param address the address, or null for a name
 */
record CanonicalHost(String name, InetAddress address) {

    private static final int MAX_CHARS = 253;
    private static final int MAX_LABEL_CHARS = 63;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9_-]+");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    /** Digits of 2^32 - 1 in base 8: longer numbers are none of an address. */
    private static final int MAX_DIGITS = 11;
    private static final int PARTS = 4;

    /**
     * Reads a host.
     *
     * @param host a name, maybe percent-encoded or in Unicode, or an address; of IPv6 without brackets
     * @throws IllegalArgumentException if it is neither
     */
    static CanonicalHost of(String host) {
        if (host.indexOf(':') >= 0) {
            return ofAddress(AddressRange.address(host));
        }
        String name = HostNameDecoder.ascii(host).toLowerCase(Locale.ROOT);
        name = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        String[] labels = name.split("\\.", -1);
        for (String label : labels) {
            if (label.length() > MAX_LABEL_CHARS || !LABEL.matcher(label).matches()) {
                throw new IllegalArgumentException("no host name");
            }
        }
        if (name.length() > MAX_CHARS) {
            throw new IllegalArgumentException("no host name: it is too long");
        }
        return NUMBER.matcher(labels[labels.length - 1]).matches() ? ofAddress(ipv4(labels)) : new CanonicalHost(name, null);
    }

    private static CanonicalHost ofAddress(InetAddress address) {
        if (address == null) {
            throw new IllegalArgumentException("no IP address");
        }
        return new CanonicalHost(address.getHostAddress(), address);
    }

    /** One to four numbers, decimal, octal or hexadecimal; the last one fills the remaining bytes. Null if they are no address. */
    private static InetAddress ipv4(String[] parts) {
        if (parts.length > PARTS) {
            return null;
        }
        long address = 0;
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            int bytes = last ? PARTS - i : 1;
            long number = NUMBER.matcher(parts[i]).matches() ? number(parts[i]) : -1;
            if (number < 0 || number >= 1L << bytes * Byte.SIZE) {
                return null;
            }
            address = address << bytes * Byte.SIZE | number;
        }
        return AddressRange.address(new byte[] { (byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8),
                (byte) address });
    }

    private static long number(String text) {
        boolean hex = text.startsWith("0x");
        boolean octal = !hex && text.length() > 1 && text.startsWith("0");
        String digits = text.substring(hex ? 2 : 0).replaceFirst("^0+(?=.)", "");
        if (digits.length() > MAX_DIGITS || octal && digits.matches(".*[89].*")) {
            return -1;
        }
        return digits.isEmpty() ? 0 : Long.parseLong(digits, hex ? 16 : octal ? 8 : 10);
    }
}
