package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * Kinds of IP addresses, as the special-purpose address registries of IANA have them. An IPv6 address that carries an IPv4 address is
 * of the kind of that.
 */
enum AddressKind {
    PUBLIC("a public address"),
    LOOPBACK("a loopback address"),
    PRIVATE("a private address"),
    LINK_LOCAL("a link-local address"),
    SHARED("an address of carrier-grade NAT"),
    METADATA("an address of a cloud's metadata service"),
    MULTICAST("a multicast address"),
    UNSPECIFIED("an unspecified address"),
    BROADCAST("a broadcast address"),
    DOCUMENTATION("an address for documentation"),
    RESERVED("a reserved address");

    /** The first range that has an address decides. */
    private enum Range {
        // Metadata and platform services of AWS, GCP, Azure, OpenStack; ECS tasks; Azure's host; Alibaba; Oracle.
        METADATA_IPV4("169.254.169.254/32", METADATA),
        METADATA_ECS("169.254.170.2/32", METADATA),
        METADATA_EKS("169.254.170.23/32", METADATA),
        METADATA_AZURE("168.63.129.16/32", METADATA),
        METADATA_ALIBABA("100.100.100.200/32", METADATA),
        METADATA_ORACLE("192.0.0.192/32", METADATA),
        METADATA_AWS_IPV6("fd00:ec2::254/128", METADATA),
        METADATA_EKS_IPV6("fd00:ec2::23/128", METADATA),
        METADATA_GCP_IPV6("fd20:ce::254/128", METADATA),

        THIS_NETWORK("0.0.0.0/8", UNSPECIFIED),
        PRIVATE_10("10.0.0.0/8", PRIVATE),
        SHARED_100("100.64.0.0/10", SHARED),
        LOOPBACK_127("127.0.0.0/8", LOOPBACK),
        LINK_LOCAL_169("169.254.0.0/16", LINK_LOCAL),
        PRIVATE_172("172.16.0.0/12", PRIVATE),
        PROTOCOLS("192.0.0.0/24", RESERVED),
        DOCUMENTATION_1("192.0.2.0/24", DOCUMENTATION),
        RELAY_6TO4("192.88.99.0/24", RESERVED),
        PRIVATE_192("192.168.0.0/16", PRIVATE),
        BENCHMARKS("198.18.0.0/15", RESERVED),
        DOCUMENTATION_2("198.51.100.0/24", DOCUMENTATION),
        DOCUMENTATION_3("203.0.113.0/24", DOCUMENTATION),
        MULTICAST_224("224.0.0.0/4", MULTICAST),
        BROADCAST_255("255.255.255.255/32", BROADCAST),
        FUTURE("240.0.0.0/4", RESERVED),
        ALL_IPV4("0.0.0.0/0", PUBLIC),

        UNSPECIFIED_IPV6("::/128", UNSPECIFIED),
        LOOPBACK_IPV6("::1/128", LOOPBACK),
        TEREDO("2001::/32", RESERVED),
        PROTOCOLS_IPV6("2001::/23", RESERVED),
        DOCUMENTATION_IPV6("2001:db8::/32", DOCUMENTATION),
        DOCUMENTATION_IPV6_2("3fff::/20", DOCUMENTATION),
        GLOBAL_IPV6("2000::/3", PUBLIC),
        UNIQUE_LOCAL("fc00::/7", PRIVATE),
        LINK_LOCAL_IPV6("fe80::/10", LINK_LOCAL),
        SITE_LOCAL("fec0::/10", PRIVATE),
        MULTICAST_IPV6("ff00::/8", MULTICAST),
        LOCAL_NAT64("64:ff9b:1::/48", PRIVATE),
        ALL_IPV6("::/0", RESERVED);

        private final AddressRange range;
        private final AddressKind kind;

        Range(String range, AddressKind kind) {
            this.range = AddressRange.of(range);
            this.kind = kind;
        }
    }

    /** Ranges whose addresses carry an IPv4 address, and the byte where that begins. */
    private enum Carrier {
        COMPATIBLE("::/96", 12),
        TRANSLATED("::ffff:0:0:0/96", 12),
        NAT64("64:ff9b::/96", 12),
        SIX_TO_FOUR("2002::/16", 2);

        private final AddressRange range;
        private final int offset;

        Carrier(String range, int offset) {
            this.range = AddressRange.of(range);
            this.offset = offset;
        }
    }

    private static final Range[] RANGES = Range.values();
    private static final Carrier[] CARRIERS = Carrier.values();

    private final String text;

    AddressKind(String text) {
        this.text = text;
    }

    static AddressKind of(InetAddress address) {
        // An IPv4 address in IPv6 (::ffff:0:0/96) becomes an IPv4 address.
        byte[] bytes = AddressRange.address(address.getAddress()).getAddress();
        if (!isIn(Range.UNSPECIFIED_IPV6, bytes) && !isIn(Range.LOOPBACK_IPV6, bytes)) {
            for (Carrier carrier : CARRIERS) {
                if (carrier.range.contains(bytes)) {
                    bytes = Arrays.copyOfRange(bytes, carrier.offset, carrier.offset + 4);
                    break;
                }
            }
        }
        for (Range range : RANGES) {
            if (isIn(range, bytes)) {
                return range.kind;
            }
        }
        throw new IllegalArgumentException("No kind has the address " + address);
    }

    private static boolean isIn(Range range, byte[] address) {
        return range.range.contains(address);
    }

    /** As it ends "the host has …". */
    @Override
    public String toString() {
        return text;
    }
}
