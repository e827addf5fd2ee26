package dev.cairn.value.grpc;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Checks the hosts of gRPC servers. */
public final class ServerHostName {

    private static final Pattern NAME = Pattern.compile("[^\\s\\p{Cntrl}:/?#@\\\\\\[\\]%]+");
    private static final Pattern IP_V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
    private static final Pattern WITH_PORT = Pattern.compile("(?:[^:\\[\\]]+|\\[[^\\[\\]]*]):\\d*");

    private static final int ANY_PORT = 1;

    private ServerHostName() {}

    /**
     * A host without the brackets that an IPv6 address may have, or null if the text is neither a name nor an address. The digits
     * of an address are not checked.
     */
    public static String plain(String host) {
        if (host.startsWith("[") && host.endsWith("]")) {
            String address = host.substring(1, host.length() - 1);
            return IP_V6.matcher(address).matches() ? address : null;
        }
        return NAME.matcher(host).matches() || IP_V6.matcher(host).matches() ? host : null;
    }

    /** True if gRPC can connect to a {@linkplain #plain plain} host: a name with an underscore, say, is none for it. */
    public static boolean isConnectable(String host) {
        try {
            return new URI(null, null, host, ANY_PORT, null, null, null).getHost() != null;
        } catch (URISyntaxException none) {
            return false;
        }
    }

    /** True if a port follows the host, as in {@code localhost:9000}. */
    public static boolean hasPort(String host) {
        return WITH_PORT.matcher(host).matches();
    }
}
