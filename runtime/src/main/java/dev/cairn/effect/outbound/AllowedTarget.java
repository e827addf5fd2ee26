package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cairn.spi.outbound.OutboundTarget;

/**
 * An element of the list of allowed targets.
 *
 * @param scheme scheme that the target must have, or null for any
 * @param name name that the host must have, or null; {@code *} stands for all hosts
 * @param subdomains true if the name stands for all names below it, and not for itself
 * @param range range that the address must be in, or null if there is a name
 * @param port port that the target must have, or 0 for any
 */
record AllowedTarget(String scheme, String name, boolean subdomains, AddressRange range, int port) {

    private static final String ANY = "*";
    private static final Pattern FORM = Pattern.compile(
            "(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://)?(?<host>\\[[^\\]]+](?:/\\d+)?|[^\\[\\]:]+|[^\\[\\]]*:[^\\[\\]]*:[^\\[\\]]*)"
                    + "(?::(?<port>\\d{1,5}))?");
    private static final Pattern END_OF_ORIGIN = Pattern.compile("(?<=//.{1,253})/$");

    /**
     * Reads an element.
     *
     * @throws IllegalArgumentException with the reason if it is none
     */
    static AllowedTarget of(String text) {
        Matcher form = FORM.matcher(END_OF_ORIGIN.matcher(text.strip()).replaceFirst(""));
        if (!form.matches()) {
            throw new IllegalArgumentException("neither a host, nor an origin, nor a range of addresses");
        }
        String scheme = form.group("scheme") == null ? null : form.group("scheme").toLowerCase(Locale.ROOT);
        int port = port(scheme, form.group("port"));
        String host = form.group("host").replaceAll("[\\[\\]]", "");
        if (host.equals(ANY)) {
            return new AllowedTarget(scheme, ANY, false, null, port);
        }
        if (host.indexOf('/') >= 0) {
            return new AllowedTarget(scheme, null, false, AddressRange.of(host), port);
        }
        boolean subdomains = host.startsWith("*.");
        CanonicalHost canonical = CanonicalHost.of(subdomains ? host.substring(2) : host);
        if (canonical.address() == null) {
            return new AllowedTarget(scheme, canonical.name(), subdomains, null, port);
        }
        if (subdomains) {
            throw new IllegalArgumentException("an address has no subdomains; write a range, such as 10.0.0.0/8");
        }
        return new AllowedTarget(scheme, null, false, AddressRange.of(canonical.name()), port);
    }

    private static int port(String scheme, String digits) {
        if (digits == null) {
            return scheme == null ? 0 : scheme.equals("http") ? 80 : scheme.equals("https") ? 443 : 0;
        }
        int port = Integer.parseInt(digits);
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("no port from 1 to 65535");
        }
        return port;
    }

    /** True if the name of the host allows the target at any address. */
    boolean allowsName(OutboundTarget target, CanonicalHost host) {
        if (name == null || !fits(target)) {
            return false;
        }
        return name.equals(ANY) || host.address() == null
                && (subdomains ? host.name().endsWith("." + name) : host.name().equals(name));
    }

    /** True if an address of the host allows the target. */
    boolean allowsAddress(OutboundTarget target, InetAddress address) {
        return range != null && fits(target) && range.contains(address.getAddress());
    }

    private boolean fits(OutboundTarget target) {
        return (scheme == null || scheme.equals(target.scheme())) && (port == 0 || port == target.port());
    }
}
