package dev.cairn.quarkus.lifecycle;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

import dev.cairn.spi.Node;
import dev.cairn.time.RandomSource;

/** Determines the identity of this node. */
final class NodeIdentityResolver {

    private static final int MAX_CHARACTERS = 100;

    private NodeIdentityResolver() {}

    /** The node with this name, or with a name that is derived from the machine, in a new life. */
    static Node of(Optional<String> name, RandomSource chance) {
        String given = name.map(NodeIdentityResolver::plain).filter(plain -> !plain.isEmpty())
                .orElseGet(NodeIdentityResolver::found);
        return new Node(given, Long.toHexString(chance.bits()), true);
    }

    private static String found() {
        Config config = ConfigProvider.getConfig();
        int port = config.getOptionalValue("quarkus.http.port", Integer.class).orElse(0);
        // Two applications whose ports are chosen at random must not have one name.
        return plain(host()) + "-" + (port > 0 ? port : ProcessHandle.current().pid());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    /** Only characters that every store and every log can take; not {@code ~}, which ends the name in an owner. */
    static String plain(String name) {
        String plain = name.replaceAll("[^0-9A-Za-z._-]", "-");
        return plain.length() <= MAX_CHARACTERS ? plain : plain.substring(0, MAX_CHARACTERS);
    }
}
