package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.util.List;

import io.smallrye.mutiny.Uni;

/** Resolves the names of hosts. Never blocks the calling thread. */
@FunctionalInterface
public interface HostResolver {

    /**
     * Resolves a name.
     *
     * @param host name in lower case, ASCII, without a dot at the end
     * @return completes with at least one address, in the order of preference; fails with an {@link java.io.IOException} if the name
     *         has none
     */
    Uni<List<InetAddress>> resolve(String host);
}
