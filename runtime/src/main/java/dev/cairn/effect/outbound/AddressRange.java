package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;

import io.netty.util.NetUtil;

/**
 * A range of IP addresses in CIDR notation.
 *
 * @param network its first address
 * @param prefix number of leading bits that all its addresses share
 */
record AddressRange(InetAddress network, int prefix) {

    /**
     * Reads a range.
     *
     * @param text a range, such as {@code 10.0.0.0/8}; a single address without a prefix is a range of one
     * @throws IllegalArgumentException if it is no range, or if the address has bits behind the prefix
     */
    static AddressRange of(String text) {
        int slash = text.indexOf('/');
        InetAddress address = address(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw new IllegalArgumentException("no IP address");
        }
        byte[] bytes = address.getAddress();
        int bits = bytes.length * Byte.SIZE;
        int prefix = slash < 0 ? bits : prefix(text.substring(slash + 1), bits);
        for (int bit = prefix; bit < bits; bit++) {
            if ((bytes[bit / Byte.SIZE] & 0x80 >> bit % Byte.SIZE) != 0) {
                throw new IllegalArgumentException("an address with bits behind the prefix");
            }
        }
        return new AddressRange(address, prefix);
    }

    private static int prefix(String digits, int bits) {
        if (!digits.matches("\\d{1,3}") || Integer.parseInt(digits) > bits) {
            throw new IllegalArgumentException("no prefix from 0 to " + bits);
        }
        return Integer.parseInt(digits);
    }

    /** The address that a text is in the usual notation, or null. A zone is left out. An IPv4 address in IPv6 is an IPv4 address. */
    static InetAddress address(String text) {
        if (text.indexOf(':') < 0) {
            return NetUtil.isValidIpV4Address(text) ? address(NetUtil.createByteArrayFromIpAddressString(text)) : null;
        }
        int zone = text.indexOf('%');
        try {
            // In brackets it is an address or nothing, and never a name to resolve.
            return InetAddress.getByName("[" + (zone < 0 ? text : text.substring(0, zone)) + "]");
        } catch (UnknownHostException none) {
            return null;
        }
    }

    static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException("An address has 4 or 16 bytes", impossible);
        }
    }

    /** @param address its 4 or 16 bytes */
    boolean contains(byte[] address) {
        byte[] first = network.getAddress();
        if (first.length != address.length) {
            return false;
        }
        int whole = prefix / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (first[i] != address[i]) {
                return false;
            }
        }
        int rest = prefix % Byte.SIZE;
        return rest == 0 || (first[whole] ^ address[whole]) >> Byte.SIZE - rest == 0;
    }
}
