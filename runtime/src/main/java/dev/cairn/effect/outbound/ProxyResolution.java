package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.util.Arrays;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import io.netty.util.NetUtil;

/** Refuses requests whose HTTP proxy would resolve a host again that was resolved and checked before. */
public final class ProxyResolution {

    private ProxyResolution() {}

    /**
     * True if a proxy of type HTTP gets the host of a request as a name, and could find another address than the checked one. With TLS it
     * is asked for a tunnel to the checked address.
     *
     * @param host as the URI has it, an IPv6 address without brackets
     * @param checked null if no address was checked
     */
    public static boolean isNeeded(String host, boolean tls, InetAddress checked) {
        return checked != null && !tls
                && !Arrays.equals(NetUtil.createByteArrayFromIpAddressString(host), checked.getAddress());
    }

    /** The refusal of a request, which is described without secrets. */
    public static WorkflowException refusal(String request, String task) {
        return new WorkflowException(WorkflowError.of(Standard.CONFIGURATION, "Proxy resolves the host",
                "CAIRN-0737: " + request + " was not sent: its proxy resolves the host again, and may find another address than"
                        + " the checked one. List the host by its name in quarkus.cairn.outbound.allow, or use https.",
                task));
    }
}
