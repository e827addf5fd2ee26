package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

import dev.cairn.spi.outbound.OutboundTarget;

/**
 * The rules for targets that input can influence. With a list of allowed targets only those are admitted; without one all that have
 * a public address. Immutable.
 */
public final class OutboundRules {

    private static final String PROPERTY = "quarkus.cairn.outbound.allow";

    private final String property;
    private final List<AllowedTarget> allowed;
    private final boolean allowsLoopback;

    private OutboundRules(String property, List<AllowedTarget> allowed, boolean allowsLoopback) {
        this.property = property;
        this.allowed = List.copyOf(allowed);
        this.allowsLoopback = allowsLoopback;
    }

    /**
     * Reads the list of allowed targets.
     *
     * @param allowed the list; empty for none
     * @param allowsLoopback true to admit loopback addresses as well: in dev mode and in tests
     * @throws IllegalArgumentException if an element cannot be read; the message has a code
     */
    public static OutboundRules of(List<String> allowed, boolean allowsLoopback) {
        return of(PROPERTY, allowed, allowsLoopback);
    }

    /**
     * As {@link #of(List, boolean)}, for a list in another property.
     *
     * @param property name of the property, for messages
     */
    public static OutboundRules of(String property, List<String> allowed, boolean allowsLoopback) {
        List<AllowedTarget> targets = new ArrayList<>();
        for (String text : allowed) {
            try {
                targets.add(AllowedTarget.of(text));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException("CAIRN-0733: Cannot read " + property + ": \"" + text + "\" is "
                        + wrong.getMessage() + ". Write a host (api.example.com, *.example.com), an origin"
                        + " (https://api.example.com) or a range of addresses (10.0.0.0/8), with or without a port.", wrong);
            }
        }
        return new OutboundRules(property, targets, allowsLoopback);
    }

    /** Name of the property that has the list. */
    String property() {
        return property;
    }

    /** True if there is a list of allowed targets. */
    boolean hasList() {
        return !allowed.isEmpty();
    }

    /** True if the name of the host allows the target. */
    boolean allowsName(OutboundTarget target, CanonicalHost host) {
        return allowed.stream().anyMatch(element -> element.allowsName(target, host));
    }

    /** True if an address of the host can allow a target whose name does not. */
    boolean needsAddress() {
        return !hasList() || allowsLoopback || allowed.stream().anyMatch(element -> element.range() != null);
    }

    /** True if a target whose name does not allow it may be reached at an address. */
    boolean allowsAddress(OutboundTarget target, InetAddress address) {
        AddressKind kind = AddressKind.of(address);
        if (kind == AddressKind.LOOPBACK && allowsLoopback) {
            return true;
        }
        return hasList() ? allowed.stream().anyMatch(element -> element.allowsAddress(target, address))
                : kind == AddressKind.PUBLIC;
    }
}
