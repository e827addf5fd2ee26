package dev.cairn.effect.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.UnknownHostException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressKindTest {

    @ParameterizedTest
    @CsvSource({ "0.255.255.255, UNSPECIFIED", "1.0.0.0, PUBLIC", "9.255.255.255, PUBLIC", "10.0.0.0, PRIVATE",
            "10.255.255.255, PRIVATE", "11.0.0.0, PUBLIC", "100.63.255.255, PUBLIC", "100.64.0.0, SHARED",
            "100.127.255.255, SHARED", "100.128.0.0, PUBLIC", "100.100.100.200, METADATA", "126.255.255.255, PUBLIC",
            "127.0.0.0, LOOPBACK", "128.0.0.0, PUBLIC", "168.63.129.16, METADATA", "168.63.129.17, PUBLIC",
            "169.253.255.255, PUBLIC", "169.254.0.0, LINK_LOCAL", "169.254.169.254, METADATA", "169.254.170.2, METADATA",
            "169.254.170.23, METADATA", "169.255.0.0, PUBLIC", "172.15.255.255, PUBLIC", "172.16.0.0, PRIVATE",
            "172.31.255.255, PRIVATE", "172.32.0.0, PUBLIC", "192.0.0.8, RESERVED", "192.0.0.192, METADATA",
            "192.0.1.0, PUBLIC", "192.0.2.255, DOCUMENTATION", "192.88.99.1, RESERVED", "192.167.255.255, PUBLIC",
            "192.168.255.255, PRIVATE", "192.169.0.0, PUBLIC", "198.17.255.255, PUBLIC", "198.19.255.255, RESERVED",
            "198.20.0.0, PUBLIC", "198.51.100.1, DOCUMENTATION", "203.0.113.1, DOCUMENTATION", "223.255.255.255, PUBLIC",
            "224.0.0.0, MULTICAST", "239.255.255.255, MULTICAST", "240.0.0.0, RESERVED", "255.255.255.254, RESERVED",
            "255.255.255.255, BROADCAST" })
    void ofIpv4(String address, AddressKind kind) {
        assertThat(AddressKind.of(AddressRange.address(address))).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({ "::, UNSPECIFIED", "::1, LOOPBACK", "::2, UNSPECIFIED", "fd00:ec2::254, METADATA", "fd00:ec2::23, METADATA",
            "fd20:ce::254, METADATA", "fc00::, PRIVATE", "fdff::1, PRIVATE", "fe00::1, RESERVED", "fe80::1, LINK_LOCAL",
            "febf::1, LINK_LOCAL", "fec0::1, PRIVATE", "ff02::1, MULTICAST", "100::1, RESERVED", "2000::1, PUBLIC",
            "2001::1, RESERVED", "2001:2::1, RESERVED", "2001:1ff::1, RESERVED", "2001:200::1, PUBLIC",
            "2001:db8:ffff::1, DOCUMENTATION", "2001:db9::1, PUBLIC", "3fff:fff::1, DOCUMENTATION", "3fff:1000::1, PUBLIC",
            "4000::1, RESERVED", "64:ff9b:1::1, PRIVATE", "64:ff9b::8.8.8.8, PUBLIC", "64:ff9b::127.0.0.1, LOOPBACK",
            "64:ff9b:0:1::1, RESERVED", "2002:808:808::1, PUBLIC", "2002:a00:1::1, PRIVATE", "::ffff:8.8.8.8, PUBLIC",
            "::ffff:169.254.169.254, METADATA", "::8.8.8.8, PUBLIC", "::10.0.0.1, PRIVATE", "::ffff:0:8.8.8.8, PUBLIC",
            "::ffff:0:192.168.0.1, PRIVATE" })
    void ofIpv6(String address, AddressKind kind) {
        assertThat(AddressKind.of(AddressRange.address(address))).isEqualTo(kind);
    }

    @Test
    void aResolverMayGiveAnIpv4AddressAsIpv6() throws UnknownHostException {
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = (byte) 0xFF;
        mapped[12] = 127;
        mapped[15] = 1;

        assertThat(AddressKind.of(Inet6Address.getByAddress("mapped.example", mapped, 0))).isEqualTo(AddressKind.LOOPBACK);
    }
}
