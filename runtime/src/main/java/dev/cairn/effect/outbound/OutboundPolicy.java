package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.observer.OutboundRefusal;
import dev.cairn.engine.observer.OutboundRefusal.Reason;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundRoute;
import dev.cairn.spi.outbound.OutboundTarget;
import io.smallrye.mutiny.Uni;

/**
 * The one policy for requests whose target input can influence. It resolves a name once, and gives the address that it has checked:
 * a name that resolves to another address a moment later gains nothing. A name that is allowed with any address is not resolved.
 * Immutable.
 */
public final class OutboundPolicy implements OutboundGuard {

    /** Length of the longest name of a host. */
    private static final int MAX_SHOWN_CHARS = 253;

    private final OutboundRules rules;
    private final HostResolver resolver;
    private final Consumer<OutboundRefusal> refusals;
    private final UnaryOperator<String> concealing;

    /**
     * A policy.
     *
     * @param refusals told of each refusal; must neither throw nor block
     * @param concealing conceals secrets in the name of a host
     */
    public OutboundPolicy(OutboundRules rules, HostResolver resolver, Consumer<OutboundRefusal> refusals,
            UnaryOperator<String> concealing) {
        this.rules = rules;
        this.resolver = resolver;
        this.refusals = refusals;
        this.concealing = concealing;
    }

    @Override
    public Uni<OutboundRoute> admit(OutboundTarget target, OutboundCaller caller) {
        return route(target, caller, true);
    }

    @Override
    public Uni<OutboundRoute> follow(OutboundRoute from, OutboundTarget to, OutboundCaller caller) {
        if (from.target().isSameOrigin(to)) {
            return Uni.createFrom().item(from);
        }
        if (from.target().scheme().equals("https") && !to.scheme().equals("https")) {
            return refuse(to, caller, Reason.DOWNGRADE);
        }
        return route(to, caller, false);
    }

    private Uni<OutboundRoute> route(OutboundTarget target, OutboundCaller caller, boolean keepsCredentials) {
        CanonicalHost host;
        try {
            host = CanonicalHost.of(target.host());
        } catch (IllegalArgumentException invalid) {
            return refuse(target, caller, Reason.INVALID_HOST);
        }
        boolean named = rules.allowsName(target, host);
        if (!named && !rules.needsAddress()) {
            // Without a query: a name that is refused must not carry data to a name server.
            return refuse(target, caller, Reason.NOT_ALLOWED);
        }
        if (named && host.address() == null) {
            // Any of its addresses will do.
            return Uni.createFrom().item(new OutboundRoute(target, null, keepsCredentials));
        }
        Uni<List<InetAddress>> addresses = host.address() == null ? resolver.resolve(host.name())
                : Uni.createFrom().item(List.of(host.address()));
        return addresses.onItem().transformToUni(found -> choose(found, named, target, caller, keepsCredentials));
    }

    private Uni<OutboundRoute> choose(List<InetAddress> addresses, boolean named, OutboundTarget target,
            OutboundCaller caller, boolean keepsCredentials) {
        for (InetAddress address : addresses) {
            if (named || rules.allowsAddress(target, address)) {
                return Uni.createFrom().item(new OutboundRoute(target, address, keepsCredentials));
            }
        }
        if (addresses.isEmpty()) {
            return Uni.createFrom().failure(new UnknownHostException(target.host()));
        }
        return refuse(target, caller, rules.hasList() ? Reason.NOT_ALLOWED : Reason.ADDRESS, addresses.get(0));
    }

    private Uni<OutboundRoute> refuse(OutboundTarget target, OutboundCaller caller, Reason reason) {
        return refuse(target, caller, reason, null);
    }

    private static String shortened(String host) {
        return host.length() <= MAX_SHOWN_CHARS ? host : host.substring(0, MAX_SHOWN_CHARS) + "…";
    }

    /** @param address the address that is not admitted, or null */
    private Uni<OutboundRoute> refuse(OutboundTarget target, OutboundCaller caller, Reason reason, InetAddress address) {
        String host = shortened(concealing.apply(target.host()));
        String why = switch (reason) {
            case ADDRESS -> "the host has " + AddressKind.of(address);
            case NOT_ALLOWED -> rules.property() + " does not list it";
            case INVALID_HOST -> "the host is neither a name nor an address";
            case DOWNGRADE -> "the server redirects from https to http";
        };
        String code = switch (reason) {
            case ADDRESS -> "CAIRN-0730";
            case NOT_ALLOWED -> "CAIRN-0731";
            case INVALID_HOST -> "CAIRN-0732";
            case DOWNGRADE -> "CAIRN-0734";
        };
        refusals.accept(new OutboundRefusal(caller, host, target.port(), reason, why));
        boolean listable = reason == Reason.ADDRESS || reason == Reason.NOT_ALLOWED;
        return Uni.createFrom().failure(new WorkflowException(WorkflowError.of(Standard.AUTHORIZATION, "Target not allowed",
                code + ": Outbound request refused [host=" + host + ", port=" + target.port() + "]: " + why + "."
                        + (listable ? " List the target in " + rules.property() + " if workflows may call it." : ""),
                caller.task())));
    }
}
